"""What the analyzer saw in the statements of a program for one example."""

from __future__ import annotations

import ast

from hybridize_analyzer.report import FunctionReport, Hazard

from hybridize_refactorings.subjects import Subject

LATER = frozenset({"python-value", "eager-only", "control", "converted", "numpy"})
"""Python needs the value of a tensor here: what follows waits for it, for all examples."""
EFFECTS = frozenset({"output", "file", "write", "name-write", "advance", "ambient"})
"""Seen from outside; kept in the order of the examples."""
_HARMLESS = frozenset(
    {"unbuilt", "compile", "reduction", "ignored", "rounding", "slots", "name", "shape", "read", "loose"}
)


def mixed(function: FunctionReport) -> bool:
    """Whether it does more than to compute."""
    return any(hazard.kind in LATER | EFFECTS for hazard in function.hazards)


def hazards_in(subject: Subject, node: ast.AST) -> tuple[Hazard, ...]:
    """What stands inside a statement or expression of a function."""
    start, end = subject.module.span(node)
    return tuple(
        each
        for each in subject.hazards
        if start <= (place := subject.module.located(each.where))[0] and place[1] <= end
    )


def obstacle(subject: Subject, node: ast.AST, allowed: frozenset[str] = frozenset()) -> str | None:
    """Why the statement can neither run for all examples at once nor one after the other, with the line."""
    for hazard in hazards_in(subject, node):
        if hazard.kind not in _HARMLESS | allowed:
            return f"line {hazard.where.line}: {hazard.message}"
    return None
