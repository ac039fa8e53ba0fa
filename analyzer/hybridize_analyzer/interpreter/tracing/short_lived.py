"""Variables that are gone when another one is given to the same function, which a graph inside a graph does not bear.

A graph is traced once for all variables of one shape and dtype that it gets.  If it hands them to a graph that it calls,
that one keeps the first variable for its gradients, and only weakly: `Called a function referencing variables which have
been deleted`, executed with TensorFlow 2.21.  Without gradients, and with one graph alone, nothing happens.  Nor does it
bear a variable that the graph around it has just made: it keeps the first one in any case.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.lifetime import Lifetime
from hybridize_analyzer.domain.state import Context, Frame, State
from hybridize_analyzer.domain.values import tensors
from hybridize_analyzer.interpreter.tracing.alike import is_one
from hybridize_analyzer.interpreter.tracing.first_calls import makes_variable
from hybridize_analyzer.interpreter.tracing.runs import enclosing, runs_once
from hybridize_analyzer.program.code import FunctionCode
from hybridize_analyzer.program.modules import is_test
from hybridize_analyzer.report import Location

_AGAIN = "variables made again"
_LAZY, _VARIABLE = Kind.LAZY.value, Kind.VARIABLE.value
"""How the identities of such events begin, by which they are told from the many others."""


def note_variable(state: State, frame: Frame, node: ast.AST) -> None:
    """A variable is made; in a loop of a module the one before is gone."""
    if frame.function is None and frame.loop:
        state.note(_AGAIN, _AGAIN, frame.module.location(node))


def shortest_lifetime(
    state: State, code: FunctionCode, contexts: Sequence[Context], *, recorded: bool
) -> Lifetime | None:
    """How long the variables may live that another function hands on to it; None for those that stay.

    recorded: whether a tape may record its calls.
    """
    given = (t for c in contexts for value in c.arguments.values() for t in tensors(value))
    if not any(tensor.kind == "variable" for tensor in given):
        return None
    if _is_handed_new_ones(state, code):
        return Lifetime.OF_AN_OBJECT
    if not recorded:
        return None
    made = {above: places for above in state.leading_to(code) if (places := _made(state, above))}
    made.pop(code, None)
    if not any(s.caller is not None and s.caller not in made for c in contexts for s in c.sites):
        return None
    again = {maker: places for maker, places in made.items() if not _runs_once(state, maker)}
    if any(enclosing(state, place) is maker for maker, places in again.items() for place in places):
        return Lifetime.OF_A_CALL
    return Lifetime.OF_AN_OBJECT if again or state.noted(_AGAIN, _AGAIN) is not None else None


def _is_handed_new_ones(state: State, code: FunctionCode) -> bool:
    """Whether a function that leads to it makes variables in its first call, for each of several objects."""
    callers = (above for above in state.leading_to(code) if above is not code)
    contexts = (c for above in callers for c in state.contexts_of(above))
    lazy = {
        event.target
        for context in contexts
        for identity, event in context.summary.events.items()
        if identity[0] == _LAZY and makes_variable(event)
    }
    return any(target in state.heap.objects and not is_one(state, target) for target in lazy if target)


def _runs_once(state: State, maker: FunctionCode) -> bool:
    """Whether it runs at most once, as tests do."""
    return runs_once(state, maker) or is_test(maker.module.path)


def _made(state: State, code: FunctionCode) -> set[Location]:
    """Where a function makes variables."""
    return {
        event.where
        for context in state.contexts_of(code)
        for identity, event in context.summary.events.items()
        if identity[0] == _VARIABLE
    }
