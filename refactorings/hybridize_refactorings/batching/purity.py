"""Which functions can be cells: they compute, and nothing else."""

from __future__ import annotations

import ast
import re

from hybridize_analyzer.report import FunctionReport

from hybridize_refactorings.batching.scene import Scene
from hybridize_refactorings.refusals import Refused

_HARMLESS = frozenset(
    {
        "unbuilt",
        "dtype",
        "numpy-unseen",
        "converted",
        "compile",
        "reduction",
        "ignored",
        "rounding",
        "slots",
        "name",
        "recorded",
    }
)


def objection(function: FunctionReport) -> Refused | None:
    """Why a function can be no cell, in one clause with the line; None where the analysis shows that it can.

    Its calls are executed later, together, and traced: side effects, Python's need for values, and state that changes
    would show.
    """
    for hazard in function.hazards:
        if hazard.kind not in _HARMLESS:
            return Refused(
                f"`{function.qualname}` {_doing(hazard.kind)} (line {hazard.where.line}: {hazard.message})"
            )
    if function.hybrid and not function.recursive:
        return None
    if function.side_effects is not False:
        return Refused(f"what `{function.qualname}` does cannot be seen (line {function.line})")
    if function.recursive:
        return Refused(f"`{function.qualname}` calls itself (line {function.line})")
    if not function.tensor_computation:
        return Refused(f"`{function.qualname}` computes nothing with TensorFlow (line {function.line})")
    return None


_CHANGES = re.compile(r"(assign(_add|_sub)?|scatter_\w+|apply_gradients|minimize|batch_scatter_update)$")


def changes_variable(call: ast.Call) -> bool:
    """Whether a call of a library changes a variable, by its name."""
    return isinstance(call.func, ast.Attribute) and _CHANGES.match(call.func.attr) is not None


def changes_variables(scene: Scene, function: FunctionReport) -> Refused | None:
    """The first line on which a function, or one that it calls, changes a variable; None where none is seen."""
    pending, seen = [function], {(function.path, function.line)}
    while pending:
        current = pending.pop()
        subject = scene.subject(current)
        for call, callees in scene.calls(subject) if subject is not None else ():
            if not callees and changes_variable(call):
                return Refused(f"`{current.qualname}` changes a variable (line {call.lineno})")
            new = [each for each in callees if (each.path, each.line) not in seen]
            seen |= {(each.path, each.line) for each in new}
            pending += new
    return None


def _doing(kind: str) -> str:
    if kind in ("output", "file", "write", "name-write", "advance", "ambient", "variable", "lazy"):
        return "has a side effect"
    if kind == "frozen":
        return "reads state that changes"
    if kind == "unknown":
        return "runs code that cannot be seen"
    return "needs Python"
