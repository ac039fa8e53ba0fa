"""A law over many programs: an edit that takes nothing away is followed exactly, and any other once there was time."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hybridize_analyzer.analyze import analyze
from hybridize_analyzer.report import Report
from hybridize_analyzer.session import Session
from hybridize_analyzer.workspace.sources import SourceFile
from sizes import size

_ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = sorted((_ROOT / "tests" / "rules").glob("*/*.py"))[:: size(8, 4)]
MODELS = sorted(p.parent for p in (_ROOT / "corpus" / "models").glob("*/main.py"))
_EDITS = size(2, 3)
_CAUTIOUS = frozenset({"built_when_made", "constructed_in_many_places"})
"""Programs in which a line more makes a change of what sets an object up, and one less is noticed once there was time.

A constructor that shares its evaluation with others is edited, or a `build` no longer follows the object it builds.
"""


@pytest.mark.sized
@pytest.mark.parametrize("program", [*PROGRAMS, *MODELS], ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_statement_more_or_less(program: Path, tmp_path: Path) -> None:
    sources = _sources(program, tmp_path)
    session, chance = Session(tmp_path), random.Random(program.name)
    first = session.report(sources)
    for _ in range(_EDITS):
        index = chance.randrange(len(sources))
        for text in _edited(sources[index].text, chance):
            edited = [*sources]
            edited[index] = replace(sources[index], text=text, raw=text.encode())
            found, anew = session.report(edited), analyze(tmp_path, edited)
            more = len(text) > len(sources[index].text) and program.stem not in _CAUTIOUS
            if more and not any(f.recursive for f in anew.functions):
                assert found == anew
                assert session.report(sources) == first
            else:
                assert _settled(session, edited) == anew
                assert _settled(session, sources) == first


def _settled(session: Session, sources: list[SourceFile]) -> Report:
    session.report(sources)
    while session.settle():
        pass
    return session.report(sources)


def _sources(program: Path, root: Path) -> list[SourceFile]:
    files = [program] if program.is_file() else sorted(program.rglob("*.py"))
    base = program.parent if program.is_file() else program
    named = [(p.relative_to(base).as_posix(), p.read_bytes()) for p in files]
    return [SourceFile(root / n, n, raw.decode(), "utf-8", raw) for n, raw in named]


def _edited(text: str, chance: random.Random) -> Iterator[str]:
    """The text with a line more, and with a statement less, in one of its functions."""
    bodies = [n.body for n in ast.walk(ast.parse(text)) if isinstance(n, ast.FunctionDef) and len(n.body) > 1]
    lines = text.split("\n")
    if bodies:
        statement = chance.choice(chance.choice(bodies)[1:])
        start, end = statement.lineno - 1, statement.end_lineno or statement.lineno
        if getattr(statement, "decorator_list", None) or lines[start][: statement.col_offset].strip():
            return
        yield "\n".join([*lines[:start], " " * statement.col_offset + "pass  # more", *lines[start:]])
        yield "\n".join([*lines[:start], *lines[end:]])
