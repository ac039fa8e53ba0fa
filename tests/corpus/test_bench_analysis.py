"""The cost page: what is measured anew and what stays, runs that are ended, and how the figures are shown."""

import subprocess
import sys
from pathlib import Path

import pytest

from corpus.bench_analysis import __main__ as command
from corpus.bench_analysis import repositories as measuring
from corpus.bench_analysis.comparison import beside, checkers
from corpus.bench_analysis.measure import run
from corpus.bench_analysis.next_runs import runs_after_edits
from corpus.bench_analysis.page import page
from corpus.bench_analysis.repositories import Asked, measured
from corpus.bench_analysis.rivals import COMPLETE, Rival
from corpus.recovery.manifest import Subject

ENDS = (sys.executable, "-c", "pass")
FAST = Rival("mypy", ENDS)


@pytest.fixture
def asked(tmp_path, monkeypatch) -> Asked:
    """Three repositories in a mirror folder, and a command in the place of ours that ends at once."""
    monkeypatch.setattr(measuring, "_CHECK", (*ENDS,))
    monkeypatch.setattr(measuring, "_COLD", (*ENDS,))
    mirror = tmp_path / "mirror"
    for name, count in (("large", 300), ("small", 3), ("middle", 30)):
        _commit(mirror / f"some+{name}", "def f(x):\n    return x + 1\n" * count)
    return Asked(mirror, tmp_path / "build")


def _commit(folder: Path, text: str) -> None:
    folder.mkdir(parents=True)
    (folder / "main.py").write_text(text, encoding="utf-8")
    (folder / "old.py").write_text("print 'no Python 3'\n", encoding="utf-8")
    subprocess.run(["git", "init", "-q", "repo"], cwd=folder, check=True)
    for path in folder.glob("*.py"):
        path.rename(folder / "repo" / path.name)
    for words in (("add", "."), ("commit", "-q", "-m", "All of it")):
        git = ["git", "-c", "user.name=a", "-c", "user.email=a@b", *words]
        subprocess.run(git, cwd=folder / "repo", check=True)


def _subjects(asked: Asked, *names: str) -> list[Subject]:
    folders = {name: asked.mirror / f"some+{name}" / "repo" for name in names}
    ask = ["git", "rev-parse", "HEAD"]
    heads = {
        name: subprocess.run(ask, cwd=folder, capture_output=True, text=True, check=True).stdout.strip()
        for name, folder in folders.items()
    }
    return [Subject(f"some/{name}", heads[name]) for name in names]


def _names(found) -> list[str]:
    return [one["name"] for one in found]


def test_the_smallest_comes_first_and_what_is_known_stays(asked: Asked) -> None:
    subjects = _subjects(asked, "large", "small", "middle")
    first = [*measured(subjects, [], asked)]
    assert _names(first) == ["some/small", "some/middle", "some/large"]
    assert [one["size"]["lines"] for one in first] == [6, 60, 600], "a file that is no Python counts"
    assert _names(measured(subjects, first[:2], asked)) == ["some/large"]
    assert not [*measured(subjects, first, asked)]
    anew = Asked(asked.mirror, asked.build, anew=True)
    assert len([*measured(subjects, first, anew)]) == 3


def test_only_what_is_missing_is_measured(asked: Asked) -> None:
    subjects = _subjects(asked, "small", "middle")
    known = [*measured(subjects, [], asked)]
    compared = Asked(asked.mirror, asked.build, (FAST,))
    (both, _) = [*measured(subjects, known, compared)]
    assert both["others"]["mypy"]["code"] == 0
    edited = Asked(asked.mirror, asked.build, (FAST,), edits=2)
    (more,) = measured(subjects[:1], [both], edited)
    assert {**more, "next": None} == {**both, "next": None}
    assert len(more["next"]["runs"]) == 2
    assert not [*measured(subjects[:1], [more], edited)]


def test_another_commit_is_measured_anew(asked: Asked) -> None:
    (subject,) = _subjects(asked, "small")
    (known,) = measured([subject], [], asked)
    assert [*measured([subject], [{**known, "commit": "0" * 40}], asked)]


def test_a_repository_that_is_not_there_is_left_out_and_told(asked: Asked) -> None:
    told: list[str] = []
    subjects = [*_subjects(asked, "small"), Subject("some/absent", "0" * 40)]
    assert _names(measured(subjects, [], asked, told.append)) == ["some/small"]
    assert told[0].startswith("some/absent is left out: no bare clone")
    assert told[1].startswith("1 of 1: some/small, 6 lines: hybridize ")


@pytest.mark.parametrize("program", ["while True: pass", "import time; time.sleep(60)"])
def test_a_run_past_its_limit_is_ended(program: str, tmp_path: Path) -> None:
    cost = run((sys.executable, "-c", program), tmp_path, limit=1)
    assert cost.code < 0
    assert cost.wall < 30
    assert beside("mypy", {"cpu": cost.cpu, "code": cost.code}, 0.1).endswith("not finished")


@pytest.mark.skipif(sys.version_info < (3, 11), reason="Python looks into the folder first")
def test_nothing_in_the_folder_is_imported(tmp_path: Path) -> None:
    (tmp_path / "json.py").write_text("raise SystemExit(3)\n", encoding="utf-8")
    assert run((sys.executable, "-m", "json.tool", "--help"), tmp_path).code == 0


def test_edits_end_where_nothing_can_be_edited(tmp_path: Path) -> None:
    assert not runs_after_edits(tmp_path, ENDS, 2)
    (tmp_path / "main.py").write_text("x = 1\n", encoding="utf-8")
    assert not runs_after_edits(tmp_path, ENDS, 2)


def _cost(cpu: float, code: int = 0) -> dict[str, float]:
    return {"cpu": cpu, "wall": cpu, "memory": 100.0, "code": code}


def _record(name: str, cpu: float, mypy: dict[str, float], **more: object) -> dict[str, object]:
    size = {"parse": 0.1, "lines": 10_000, "files": 3}
    others = {"pylint --errors-only": _cost(8.0, 2), "mypy": mypy, "pyright": _cost(6.0, 1)}
    return {"name": name, "commit": "abcdef0123", "size": size, "cost": _cost(cpu), "others": others, **more}


START = {**_cost(1.0), "memory": 30.0, "others": {name: _cost(0.5) for name in COMPLETE}}


def test_each_repository_is_one_row_with_all_checkers() -> None:
    after = {"cold": _cost(4.0), "runs": [_cost(1.0), _cost(0.5), _cost(4.0)]}
    found = [_record("a/quick", 3.0, _cost(2.0, 1), next=after), _record("a/slow", 9.0, _cost(600.0, -9))]
    text = page([], [], found, START)
    row = next(line for line in text.splitlines() if line.startswith("| a/quick"))
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    assert cells == [
        *("a/quick", "abcdef01", "10,000", "0.100", "3.0 (30)", "0.20", "100", "7.0"),
        *("25%, 2 of 3", "8.0 (80)", "2.0 (20)", "6.0 (60)"),
    ]
    head = next(line for line in text.splitlines() if line.startswith("| repository"))
    assert (
        head.count("|") == row.count("|") == text.splitlines()[text.splitlines().index(head) + 1].count("|")
    )
    assert "600.0, not finished" in text


def test_checkers_are_compared_where_all_came_to_their_end() -> None:
    found = [_record("a/quick", 3.0, _cost(2.0, 1)), _record("a/stops", 9.0, _cost(0.2, 2))]
    text, _, _, _, *rows, _ = checkers(found, START)
    assert text.startswith("The 1 of 2 repositories")
    assert rows[0] == "| hybridize | 1.0 | 30 | 30 | 0.20 | 100 | 100 | 3 | 0 | 0 |"
    assert rows[2] == "| mypy | 0.5 | 20 | 20 | 0.15 | 100 | 100 | 2 | 1 | 0 |"
    assert not checkers(found, {**START, "others": {}})


def test_the_page_shows_the_figures_that_are_kept() -> None:
    kept = (command.DOCS / "analysis-cost.md").read_text(encoding="utf-8")
    assert command._page(command._known()) == kept
