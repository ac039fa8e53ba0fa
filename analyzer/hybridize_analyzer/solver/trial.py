"""One more evaluation of a function, with other arguments, that leaves the analysis as it is."""

from __future__ import annotations

from collections.abc import Iterable

from hybridize_analyzer.domain.events import Event
from hybridize_analyzer.domain.heap import references
from hybridize_analyzer.domain.state import Bindings, CallSite, Context, Frame, State
from hybridize_analyzer.domain.values import (
    Bound,
    Function,
    Hybrid,
    Partial,
    Tuple,
    Value,
    interned_opaque,
    one,
)
from hybridize_analyzer.domain.values import Iterator as LazySequence
from hybridize_analyzer.program.code import FunctionCode
from hybridize_analyzer.report import Location
from hybridize_analyzer.solver import evaluation


def evaluate_with(state: State, code: FunctionCode, context: Context, arguments: Bindings) -> list[Event]:
    """What a call like that of `context` would do with these arguments."""
    events = _call(state, code, context, arguments)
    state.tried.clear()
    return events


def calls_with(
    state: State, code: FunctionCode, context: Context, arguments: Bindings
) -> dict[FunctionCode, list[Context]]:
    """The calls that a call like that of `context` would lead to with these arguments, where they are other ones for it."""
    _call(state, code, context, arguments)
    calls = {called: list(contexts.values()) for called, contexts in state.tried.items()}
    state.tried.clear()
    return calls


def _call(state: State, code: FunctionCode, context: Context, arguments: Bindings) -> list[Event]:
    frame = Frame(code.module, None, "traced", {})
    site = CallSite(code.module.location(code.node), None, assumed=True)
    values = (*arguments.values(), frozenset() if context.receiver is None else one(context.receiver))
    with state.heap.unchanged(), state.heap.making_anew(_given(values)):
        closure = _closure(state, code)
        env = closure.env if closure is not None else None
        evaluation.call(state, Function(code, env), context.receiver, arguments, frame, site)
    # The call that is tried out is no part of the way to them: their order is told by it.
    return [event._replace(path=event.path[1:]) for event in frame.events.values()]


def _given(values: Iterable[Value]) -> frozenset[str] | None:
    """The objects that stand in values; None where some may that are not seen."""
    found: set[str] = set()
    for value in values:
        found |= references(value)
        for atom in value:
            if isinstance(atom, (Bound, Partial)):
                return None
            if isinstance(atom, (Tuple, LazySequence)):
                inner = _given(
                    atom.elements if isinstance(atom, Tuple) else (atom.element, *(atom.items or ()))
                )
                if inner is None:
                    return None
                found |= inner
    return frozenset(found)


def uses_of_parameters(
    state: State, code: FunctionCode, context: Context, names: Iterable[str]
) -> dict[str, Location]:
    """The parameters among `names` that a tensor operation receives, and where, if nothing is known of any of them."""
    unknown = {name: one(interned_opaque(f"param:{name}")) for name in names}
    state.would_note.clear()
    evaluate_with(state, code, context, {**context.arguments, **unknown})
    uses = {name: state.would_note.get(("tensor_uses", (code, name))) for name in unknown}
    state.would_note.clear()
    return {name: where for name, where in uses.items() if where is not None}


def _closure(state: State, code: FunctionCode) -> Function | None:
    for atom in state.decorated_as(code):
        inner = atom.function if isinstance(atom, Hybrid) else atom
        if isinstance(inner, Function):
            return inner
    return None
