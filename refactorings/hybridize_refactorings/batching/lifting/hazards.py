"""What the analyzer saw in the statements of a program for one example."""

from __future__ import annotations

import ast
from collections.abc import Collection
from dataclasses import dataclass, field

from hybridize_analyzer.report import FunctionReport, Hazard

from hybridize_refactorings.batching.scene import Scene
from hybridize_refactorings.refusals import Refused
from hybridize_refactorings.subjects import Module, Span, Subject

LATER = frozenset({"python-value", "eager-only", "control", "converted", "numpy"})
"""Python needs the value of a tensor here: what follows waits for it, for all examples."""
EFFECTS = frozenset({"output", "file", "write", "name-write", "advance", "ambient"})
"""Seen from outside; kept in the order of the examples."""
IN_TURN = LATER | EFFECTS | {"frozen"}
_HARMLESS = frozenset(
    {"unbuilt", "compile", "reduction", "ignored", "rounding", "slots", "name", "shape", "read", "loose"}
)


@dataclass(slots=True)
class Code:
    """The file of a loop: what happens where in it, and which functions its calls mean.

    settled: expressions whose value other statements have asked for already.
    """

    scene: Scene
    subject: Subject
    hazards: tuple[tuple[Span, Hazard], ...]
    settled: list[Span] = field(default_factory=list)

    @property
    def module(self) -> Module:
        return self.subject.module

    def callees(self, call: ast.Call) -> tuple[FunctionReport, ...]:
        """The functions of the project that a call is seen to run."""
        return self.scene.callees(self.subject, call)

    def hazards_in(self, node: ast.AST) -> list[Hazard]:
        """What stands inside a statement or expression, but for what is settled."""
        start, end = self.module.span(node)
        return [
            hazard
            for (a, b), hazard in self.hazards
            if start <= a and b <= end and not any(x <= a and b <= y for x, y in self.settled)
        ]

    def obstacle(self, node: ast.AST, allowed: Collection[str] = ()) -> Refused | None:
        """Why it can neither run for all examples at once nor, with what is allowed, one after the other."""
        for hazard in self.hazards_in(node):
            if hazard.kind not in _HARMLESS and hazard.kind not in allowed:
                return Refused(f"line {hazard.where.line}: {hazard.message}")
        return None


def code_of(scene: Scene, subject: Subject) -> Code:
    """The file that a function stands in."""
    path = subject.report.path
    functions = [function for function in scene.report.functions if function.path == path]
    placed = ((subject.module.located(h.where), h) for f in functions for h in f.hazards)
    return Code(scene, subject, tuple(dict.fromkeys(placed)))


def mixed(function: FunctionReport) -> bool:
    """Whether it does more than to compute."""
    return any(hazard.kind in LATER | EFFECTS for hazard in function.hazards)
