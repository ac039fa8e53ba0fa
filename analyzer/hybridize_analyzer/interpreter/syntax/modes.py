"""Code that is written for both ways of execution: `if tf.executing_eagerly():`, and what a graph does instead.

Whoever asks has written a branch for eager execution and another one for graphs.  That both do the same is an assumption of
the verdict.  What the branch for eager execution does is no reason against a graph, which never comes there.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager

from hybridize_analyzer.domain.events import Aspect, Kind
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import External
from hybridize_analyzer.interpreter.dispatch import evaluate
from hybridize_analyzer.interpreter.tracing.demands import called_name

_ASKING = "executing_eagerly"
_NAMES = (f"tensorflow.{_ASKING}", f"tensorflow.compat.v1.{_ASKING}")


def outcome_in_eager(state: State, frame: Frame, test: ast.expr) -> bool | None:
    """How a test comes out in eager execution, and otherwise in a graph; None where it asks for something else."""
    outcome = True
    while isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        test, outcome = test.operand, not outcome
    if not isinstance(test, ast.Call) or test.args or test.keywords:
        return None
    if called_name(test) != _ASKING:
        return None
    asked = evaluate(state, frame, test.func)
    if not asked or not all(isinstance(atom, External) and atom.name in _NAMES for atom in asked):
        return None
    message = f"`tf.{_ASKING}` is asked for, and a graph takes the other branch"
    state.emit(frame, test, Kind.AMBIENT, message, aspect=Aspect.BOTH_MODES, member=_NAMES[0])
    return outcome


@contextmanager
def branch(frame: Frame, *, eager: bool) -> Iterator[None]:
    """While a branch is evaluated that is for eager execution, or for graphs; of the former no event remains."""
    known = dict(frame.events)
    frame.conditional += 1
    frame.branches += 1
    yield
    frame.conditional -= 1
    frame.branches -= 1
    if eager:
        frame.events.clear()
        frame.events.update(known)
