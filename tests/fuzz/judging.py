"""What the analysis says of a program of the grammar, and the smallest program of which it says something wrong."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from pathlib import Path

from hybridize_analyzer.facts.collect import collect
from hybridize_analyzer.program.modules import name_modules
from hybridize_analyzer.program.parse import parse
from hybridize_analyzer.report import Problem
from hybridize_analyzer.solver.roots import explore
from hybridize_analyzer.verdict.decide import decide
from hybridize_analyzer.workspace.sources import SourceFile

sys.path.append(str(Path(__file__).parents[1] / "rules"))

from case_files import definitions

_NAME = "program.py"


def says(text: str, subject: str) -> str:
    """`safe`, `unsafe` (with assumptions) or the verdict that leaves the function eager."""
    names = name_modules([_NAME])
    module = parse(SourceFile(Path(_NAME), _NAME, text, "utf-8", text.encode()), names)
    if isinstance(module, Problem):
        return "no program"
    nodes = dict(definitions(ast.parse(text).body))
    if subject not in nodes:
        return "no program"
    line = nodes[subject].lineno
    decision = next(
        decide(f, library=False) for f in collect(explore({_NAME: module}, names)) if f.line == line
    )
    if decision.verdict != "convert":
        return decision.verdict
    return "unsafe" if decision.assumptions else "safe"


def shrunk(text: str, wrong: Callable[[str], bool]) -> str:
    """The text without all lines that it is wrong without, from the last to the first, until none can go."""
    lines = text.splitlines()
    before = len(lines) + 1
    while len(lines) < before:
        before = len(lines)
        for index in reversed(range(len(lines))):
            fewer = [*lines[:index], *lines[index + 1 :]]
            candidate = "\n".join(fewer) + "\n"
            if _is_program(candidate) and wrong(candidate):
                lines = fewer
    return "\n".join(lines) + "\n"


def _is_program(text: str) -> bool:
    try:
        ast.parse(text)
    except SyntaxError:
        return False
    return True
