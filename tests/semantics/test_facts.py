"""The facts of small programs; `UPDATE_CASES=1` writes what is found, to be read before it is committed.

`cases/TOPIC/NAME.py` is a program of one file, `cases/TOPIC/NAME/` one of several.
"""

from __future__ import annotations

import ast
import os
from pathlib import Path

import pytest

from fact_comments import analysed, observed, rewrite, sources_of, stated_in

ROOT = Path(__file__).parent / "cases"
CASES = sorted(
    path for topic in ROOT.iterdir() for path in topic.iterdir() if path.suffix == ".py" or path.is_dir()
)


def _name(case: Path) -> str:
    return case.relative_to(ROOT).with_suffix("").as_posix()


@pytest.mark.parametrize("case", CASES, ids=_name)
def test_facts_are_as_stated(case: Path) -> None:
    sources = sources_of(case)
    report = analysed(case)
    assert report.errors == ()
    functions = {(function.path, function.line): function for function in report.functions}
    stated = [fact for source in sources for fact in stated_in(source)]
    found = [observed(fact, functions.get((fact.path, fact.line))) for fact in stated]
    if os.environ.get("UPDATE_CASES") == "1":
        for source in sources:
            rewrite(source, [fact for fact in found if fact.path == source.relative])
    else:
        assert found == stated


@pytest.mark.parametrize("case", CASES, ids=_name)
def test_every_function_is_reported_once(case: Path) -> None:
    sources = sources_of(case)
    reported = [(f.path, f.line, f.qualname.rpartition(".")[2]) for f in analysed(case).functions]
    written = [
        (source.relative, node.lineno, node.name)
        for source in sources
        for node in ast.walk(ast.parse(source.text))
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
    ]
    assert sorted(reported) == sorted(written)


def test_there_are_enough_cases() -> None:
    stated = [fact for case in CASES for source in sources_of(case) for fact in stated_in(source)]
    assert len(CASES) >= 20
    assert len(stated) >= 100
