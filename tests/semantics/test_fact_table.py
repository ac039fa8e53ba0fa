"""docs/measured/fact-cases.md is true: its cases exist, state facts, and contain what they are cases of."""

import ast
import re
from pathlib import Path

import pytest
from hybridize_analyzer.workspace.sources import SourceFile

from fact_comments import stated_in

CASES = Path(__file__).parent / "cases"
PAGE = Path(__file__).parents[2] / "docs/measured/fact-cases.md"
_CASE = re.compile(r"`([\w/-]+\.py)` `([^`]+)`")


def _rows(text: str) -> list[list[str]]:
    """The rows of the tables of nouns, in their columns."""
    tables = re.findall(r"^\| noun .*\n\|[-| ]+\n((?:\| .*\n)+)", text, re.MULTILINE)
    return [line.strip("| ").split(" | ") for table in tables for line in table.splitlines()]


ROWS = _rows(PAGE.read_text(encoding="utf-8"))


def _lines_of(body: list[ast.stmt], prefix: str = "") -> dict[str, int]:
    """Qualified names of functions, with the lines of their definitions."""
    found: dict[str, int] = {}
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            found[prefix + node.name] = node.lineno
            found |= _lines_of(node.body, f"{prefix}{node.name}.<locals>.")
        elif isinstance(node, ast.ClassDef):
            found |= _lines_of(node.body, f"{prefix}{node.name}.")
        else:
            for field in ("body", "orelse", "finalbody", "handlers"):
                found |= _lines_of(getattr(node, field, []), prefix)
    return found


def _path(file: str) -> Path:
    """Cases of rules stand in their own folder."""
    return CASES.parents[1] / file if file.startswith("rules/") else CASES / file


def _program(path: Path) -> list[Path]:
    """The files of the program that a file belongs to."""
    if CASES not in path.parents:
        return [path]
    topic, name, *inner = path.relative_to(CASES).parts
    return sorted((CASES / topic / name).rglob("*.py")) if inner else [path]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_cases_of_a_row_exist_and_contain_the_noun(row: list[str]) -> None:
    cases = _CASE.findall(row[2])
    assert cases, "the row has no case"
    for file, name in cases:
        text = _path(file).read_text(encoding="utf-8")
        lines = _lines_of(ast.parse(text).body)
        assert name in lines, f"{file} has no function `{name}`"
        if file.startswith("rules/"):
            assert "# expect:" in text.splitlines()[lines[name] - 1], f"`{name}` of {file} expects nothing"
            continue
        source = SourceFile(_path(file), file, text, "utf-8", text.encode())
        assert lines[name] in {s.line for s in stated_in(source)}, f"`{name}` of {file} states no fact"
    written = "".join(p.read_text(encoding="utf-8") for file, _ in cases for p in _program(_path(file)))
    missing = [text for text in re.findall(r"`([^`]+)`", row[1]) if text not in written]
    assert missing == []


def test_every_mutator_of_containers_is_in_a_case() -> None:
    from hybridize_analyzer.library.stdlib import containers

    written = "".join(p.read_text(encoding="utf-8") for p in sorted((CASES / "effects").glob("*.py")))
    known = containers.MUTATORS - {"push"}  # of no container of the standard library
    assert [name for name in sorted(known) if f".{name}(" not in written] == []


def test_nouns_are_told_once() -> None:
    assert len(ROWS) == len({row[0] for row in ROWS}) > 130
