"""Edits are followed to what an analysis of the new text says.

A case is a folder: `main.py` is the first text of a file, `main.py.2` its second, and so on; at each step the files change
that have a text with its number.  A text that begins with `# settles: WHY` leaves something of the older one behind until
the session has had time to analyse anew.  `expected.txt` has the verdict of every function after each step.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hybridize_analyzer.analyze import analyze
from hybridize_analyzer.report import Report
from hybridize_analyzer.session import Session
from hybridize_analyzer.workspace.sources import SourceFile

CASES = sorted((Path(__file__).parent / "cases").iterdir())
_STEP = re.compile(r"\.py(\.(?P<step>\d+))?$")


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.name)
def test_edits_are_followed(case: Path, tmp_path: Path) -> None:
    session = Session(tmp_path)
    told = []
    for number, sources in enumerate(_steps(case, tmp_path), 1):
        found, anew = session.report(sources), analyze(tmp_path, sources)
        if any(s.text.startswith("# settles:") for s in sources):
            assert found != anew, "the older text leaves nothing behind: take the comment away"
            assert _safe(found) <= _safe(anew)
        elif not anew.errors:
            assert found == anew
        while session.settle():
            pass
        if not anew.errors:
            assert session.report(sources) == anew
        told += [f"step {number}", *_told(found), ""]
    _compare(case / "expected.txt", "\n".join(told))


def _steps(case: Path, root: Path) -> Iterator[list[SourceFile]]:
    texts: dict[int, dict[str, str]] = {}
    for path in sorted(p for p in case.rglob("*") if p.is_file() and (found := _STEP.search(p.name))):
        found = _STEP.search(path.name)
        assert found is not None
        name = path.relative_to(case).with_name(path.name[: found.start()] + ".py").as_posix()
        texts.setdefault(int(found["step"] or 1), {})[name] = path.read_text()
    now: dict[str, str] = {}
    for step in sorted(texts):
        now.update(texts[step])
        yield [SourceFile(root / n, n, t, "utf-8", t.encode()) for n, t in sorted(now.items())]


def _safe(report: Report) -> set[tuple[str, str]]:
    return {(f.path, f.qualname) for f in report.functions if f.verdict == "convert" and f.safe}


def _told(report: Report) -> Iterator[str]:
    for f in report.functions:
        yield f"{f.path}:{f.line} {f.qualname}: {f.verdict} {' '.join(f.refusals)}".rstrip()
    for problem in report.errors:
        yield f"{problem.path}:{problem.line} {problem.message}"


def _compare(path: Path, text: str) -> None:
    if os.environ.get("UPDATE_CASES"):
        path.write_text(text)
    assert path.read_text() == text
