"""The cache on disk: the same report with and without it, and nothing but what is in it counts as known."""

from __future__ import annotations

from pathlib import Path

import pytest
from hybridize_analyzer import analyze as analysis
from hybridize_analyzer import group
from hybridize_analyzer.workspace.cache import Cache, Trials, open_cache
from hybridize_analyzer.workspace.sources import SourceFile

FILES = {
    "model.py": "import tensorflow as tf\n\n\ndef double(x):\n    return x + x\n",
    "train.py": "import tensorflow as tf\nfrom model import double\n\nprint(double(tf.ones((2, 3))))\n",
    "alone.py": "import tensorflow as tf\n\n\ndef log(x):\n    print(x)\n    return tf.square(x)\n",
    "broken.py": "def f(:\n",
}


def sources(root: Path, files: dict[str, str]) -> list[SourceFile]:
    return [SourceFile(root / name, name, text, "utf-8", text.encode()) for name, text in files.items()]


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    return open_cache(tmp_path / "cache")


@pytest.fixture
def explored(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The files of every group that is analysed."""
    seen: list[list[str]] = []
    explore = group.explore

    def noting(modules, names, *rest, **options):  # type: ignore[no-untyped-def]
        seen.append(sorted(modules))
        return explore(modules, names, *rest, **options)

    monkeypatch.setattr(group, "explore", noting)
    return seen


def test_the_second_run_analyses_nothing(tmp_path: Path, cache: Cache, explored: list[list[str]]) -> None:
    plain = analysis.analyze(tmp_path, sources(tmp_path, FILES))
    first = analysis.analyze(tmp_path, sources(tmp_path, FILES), cache=cache)
    explored.clear()
    second = analysis.analyze(tmp_path, sources(tmp_path, FILES), cache=cache)
    assert explored == []
    assert plain == first == second
    assert [error.path for error in second.errors] == ["broken.py"]


def test_an_edit_costs_the_files_that_import_each_other(
    tmp_path: Path, cache: Cache, explored: list[list[str]]
) -> None:
    analysis.analyze(tmp_path, sources(tmp_path, FILES), cache=cache)
    explored.clear()
    edited = {**FILES, "model.py": FILES["model.py"].replace("x + x", "2.0 * x")}
    found = analysis.analyze(tmp_path, sources(tmp_path, edited), cache=cache)
    assert explored == [["model.py", "train.py"]]
    assert found == analysis.analyze(tmp_path, sources(tmp_path, edited))


@pytest.mark.parametrize("on_disk", [False, True])
def test_texts_that_are_tried_cost_the_files_that_import_each_other(
    tmp_path: Path, cache: Cache, explored: list[list[str]], on_disk: bool
) -> None:
    kept = cache if on_disk else None
    trials = Trials(kept)
    analysis.analyze(tmp_path, sources(tmp_path, FILES), cache=trials)
    tried = {**FILES, "model.py": FILES["model.py"].replace("x + x", "2.0 * x")}
    explored.clear()
    for _ in range(2):  # a trial is confirmed with the same texts
        found = analysis.analyze(tmp_path, sources(tmp_path, tried), cache=trials)
        analysis.analyze(tmp_path, sources(tmp_path, FILES), cache=trials)
    assert explored == [["model.py", "train.py"]]
    assert found == analysis.analyze(tmp_path, sources(tmp_path, tried))
    explored.clear()
    analysis.analyze(tmp_path, sources(tmp_path, tried), cache=Trials(kept))
    assert bool(explored) is not on_disk
    assert not [*tmp_path.glob("cache/state-*")]


def test_a_new_file_can_change_what_names_mean(tmp_path: Path, cache: Cache) -> None:
    analysis.analyze(tmp_path, sources(tmp_path, FILES), cache=cache)
    shadowed = {**FILES, "tensorflow.py": "def square(x):\n    return x\n"}
    found = analysis.analyze(tmp_path, sources(tmp_path, shadowed), cache=cache)
    assert found == analysis.analyze(tmp_path, sources(tmp_path, shadowed))


def test_becoming_a_library_is_noticed(tmp_path: Path, cache: Cache) -> None:
    analysis.analyze(tmp_path, sources(tmp_path, FILES), cache=cache)
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'x'\n")
    found = analysis.analyze(tmp_path, sources(tmp_path, FILES), cache=cache)
    assert found == analysis.analyze(tmp_path, sources(tmp_path, FILES))


@pytest.mark.parametrize("damage", [b"", b"{", b"[1, 2]", b"\xff\xfe", b'{"functions": 3}'])
def test_damaged_entries_are_as_if_missing(tmp_path: Path, cache: Cache, damage: bytes) -> None:
    expected = analysis.analyze(tmp_path, sources(tmp_path, FILES), cache=cache)
    for entry in cache.folder.glob("*.json"):
        entry.write_bytes(damage)
    assert analysis.analyze(tmp_path, sources(tmp_path, FILES), cache=cache) == expected


def test_a_folder_that_cannot_be_made_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    found = analysis.analyze(
        tmp_path, sources(tmp_path, FILES), cache=open_cache(tmp_path / "file" / "cache")
    )
    assert found == analysis.analyze(tmp_path, sources(tmp_path, FILES))


def test_another_state_of_the_tool_has_entries_of_its_own(
    tmp_path: Path, cache: Cache, explored: list[list[str]]
) -> None:
    analysis.analyze(tmp_path, sources(tmp_path, FILES), cache=cache)
    explored.clear()
    analysis.analyze(tmp_path, sources(tmp_path, FILES), cache=Cache(cache.folder, "other"))
    assert explored == [["alone.py"], ["model.py", "train.py"]]


def test_git_and_backups_leave_it_out(tmp_path: Path, cache: Cache) -> None:
    analysis.analyze(tmp_path, sources(tmp_path, FILES), cache=cache)
    assert (cache.folder / ".gitignore").read_text() == "*\n"
    assert (
        (cache.folder / "CACHEDIR.TAG").read_text().startswith("Signature: 8a477f597d28d172789f06886806bc55")
    )
