"""Analyses that outlast the process: the next one follows what was edited, and says what an analysis from nothing says."""

from __future__ import annotations

import os
import pickle
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hybridize_analyzer.analyze import analyze
from hybridize_analyzer.report import Report
from hybridize_analyzer.session import Session, resuming, shelf
from hybridize_analyzer.solver import evaluation
from hybridize_analyzer.workspace import signing
from hybridize_analyzer.workspace.cache import Cache, open_cache
from hybridize_analyzer.workspace.sources import SourceFile
from sizes import size

from corpus.bench_analysis.body_edits import edited_bodies

_ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = sorted((_ROOT / "tests" / "rules").glob("*/*.py"))[3 :: size(16, 4)]
MODELS = sorted(p.parent for p in (_ROOT / "corpus" / "models").glob("*/main.py"))[:: size(3, 1)]
TEXT = "import tensorflow as tf\n\n\ndef step(x):\n    return x + 1.0\n\n\nfor _ in range(2):\n    step(tf.ones(3))\n"


@pytest.fixture(autouse=True)
def _every_group_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resuming, "_FEWEST_LINES", 0)


@pytest.mark.sized
@pytest.mark.parametrize("program", [*PROGRAMS, *MODELS], ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_reports_do_not_tell_whether_an_analysis_was_resumed(program: Path, tmp_path: Path) -> None:
    sources, chance = _sources(program, tmp_path), random.Random(program.name)
    cache = open_cache(tmp_path / "cache")
    analyze(tmp_path, sources, cache=cache)
    states = {path: path.read_bytes() for path in cache.folder.glob("state-*")}
    assert states
    for _ in range(size(3, 12)):
        index = chance.randrange(len(sources))
        for text in edited_bodies(sources[index].text, chance):
            edited = [*sources]
            edited[index] = replace(sources[index], text=text, raw=text.encode())
            assert analyze(tmp_path, edited, cache=cache) == analyze(tmp_path, edited)
            for path, content in states.items():
                path.write_bytes(content)


def test_an_edited_body_is_all_that_is_evaluated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    others = "".join(f"\n\ndef other_{i}(x):\n    return x * {i}.0\n" for i in range(30))
    before, after = (_source(tmp_path, TEXT.replace("1.0", number) + others) for number in ("1.0", "2.0"))
    cache = open_cache(tmp_path / "cache")
    analyze(tmp_path, [before], cache=cache)
    bodies = []
    run = evaluation._run

    def counted(state, function, *rest, **more):  # type: ignore[no-untyped-def]
        bodies.append(function.code.name)
        run(state, function, *rest, **more)

    monkeypatch.setattr(evaluation, "_run", counted)
    analyze(tmp_path, [after], cache=cache)
    assert set(bodies) == {"step"}


def test_a_session_begins_with_what_a_run_has_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before, after = (_source(tmp_path, TEXT.replace("1.0", number)) for number in ("1.0", "2.0"))
    cache = open_cache(tmp_path / "cache")
    analyze(tmp_path, [before], cache=cache)
    expected = analyze(tmp_path, [after])
    monkeypatch.setattr(Session, "_analyze", _never)
    session = Session(tmp_path, cache)
    session.report([before])
    assert session.report([after]) == expected
    assert not session.settle()


@pytest.mark.parametrize("damage", ["cut", "changed", "foreign", "unsigned"])
def test_states_that_are_not_as_they_were_left_are_passed_over(
    damage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, after = (_source(tmp_path, TEXT.replace("1.0", number)) for number in ("1.0", "2.0"))
    cache = open_cache(tmp_path / "cache")
    analyze(tmp_path, [before], cache=cache)
    (path,) = cache.folder.glob("state-*")
    content = path.read_bytes()
    if damage == "foreign":
        monkeypatch.setattr(signing, "_key", lambda: os.urandom(32))
    damaged = {
        "cut": content[:-9],
        "changed": content[:-1] + b"?",
        "foreign": content,
        "unsigned": content[64:],
    }
    path.write_bytes(damaged[damage])
    assert cache.state(path.stem.removeprefix("state-")) is None
    assert analyze(tmp_path, [after], cache=cache) == analyze(tmp_path, [after])


class _Runs:
    def __reduce__(self) -> object:
        return os.system, ("echo poisoned",)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"no pickle",
        pickle.dumps([1]),
        pickle.dumps(_Runs()),
        pickle.dumps(os.getcwd),
        pickle.dumps(Cache),
    ],
    ids=["empty", "text", "list", "call", "function", "class"],
)
def test_only_analyses_are_read(content: bytes) -> None:
    with pytest.raises(shelf.UnreadableError):
        shelf.loaded(content)


def test_without_a_key_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signing, "_key", lambda: None)
    cache = open_cache(tmp_path / "cache")
    found = analyze(tmp_path, [_source(tmp_path, TEXT)], cache=cache)
    assert not [*cache.folder.glob("state-*")]
    assert found == analyze(tmp_path, [_source(tmp_path, TEXT)])


def test_a_key_that_no_file_can_be_made_for_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(signing.platformdirs, "user_state_path", lambda name: tmp_path / "file" / name)
    assert signing._key.__wrapped__() is None
    monkeypatch.setattr(signing.platformdirs, "user_state_path", lambda name: tmp_path / name)
    made = signing._key.__wrapped__()
    assert made is not None
    assert made == signing._key.__wrapped__()
    assert [p.stat().st_mode & 0o077 for p in (tmp_path / "hybridize").iterdir()] == [0]


def _never(*_: object, **__: object) -> Report:
    raise AssertionError("it is analysed from nothing")


def _source(root: Path, text: str) -> SourceFile:
    return SourceFile(root / "main.py", "main.py", text, "utf-8", text.encode())


def _sources(program: Path, root: Path) -> list[SourceFile]:
    return [*_read(program, root)]


def _read(program: Path, root: Path) -> Iterator[SourceFile]:
    base = program.parent if program.is_file() else program
    for path in [program] if program.is_file() else sorted(program.rglob("*.py")):
        name, raw = path.relative_to(base).as_posix(), path.read_bytes()
        yield SourceFile(root / name, name, raw.decode(), "utf-8", raw)
