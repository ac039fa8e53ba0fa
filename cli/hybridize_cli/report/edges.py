"""Which function calls which, as far as the report knows of visible calls."""

from __future__ import annotations

import ast
import warnings
from bisect import bisect_right
from collections.abc import Mapping, Sequence

from hybridize_analyzer.report import FunctionReport
from hybridize_analyzer.workspace.sources import SourceFile

Edge = tuple[int, int]
"""Caller and callee, as indices."""


def call_edges(functions: Sequence[FunctionReport], sources: Mapping[str, SourceFile]) -> list[Edge]:
    """The visible calls between functions of the report, each once, in order."""
    numbers = {(function.path, function.line): index for index, function in enumerate(functions)}
    bodies = {path: _Bodies(source.text) for path, source in sources.items()}
    found = set()
    for callee, function in enumerate(functions):
        for site in function.sites:
            line = bodies[site.path].definition_around(site.line) if site.path in bodies else None
            caller = numbers.get((site.path, line)) if line is not None else None
            if caller is not None and caller != callee:
                found.add((caller, callee))
    return sorted(found)


class _Bodies:
    """The functions of a text by the lines that they cover."""

    def __init__(self, text: str) -> None:
        self._spans = sorted(_spans(text))
        self._starts = [start for start, _, _ in self._spans]

    def definition_around(self, line: int) -> int | None:
        """The line of the innermost `def` whose body holds a line."""
        for start, end, definition in reversed(self._spans[: bisect_right(self._starts, line)]):
            if start <= line <= end:
                return definition
        return None


def _spans(text: str) -> list[tuple[int, int, int]]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    return [
        (node.lineno, node.end_lineno or node.lineno, node.lineno)
        for node in ast.walk(tree)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
    ]
