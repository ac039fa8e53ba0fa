"""One more evaluation of a function, with other arguments, that leaves the analysis as it is."""

from __future__ import annotations

from hybridize_analyzer.semantics import activations
from hybridize_analyzer.semantics.events import Event
from hybridize_analyzer.semantics.program import FunctionCode
from hybridize_analyzer.semantics.state import Bindings, CallSite, Context, Frame, State
from hybridize_analyzer.semantics.values import Function, Hybrid


def evaluate_with(state: State, code: FunctionCode, context: Context, arguments: Bindings) -> list[Event]:
    """What a call like that of `context` would do with these arguments."""
    frame = Frame(code.module, None, "traced", {})
    site = CallSite(code.module.location(code.node), None, assumed=True)
    with state.heap.unchanged():
        closure = _closure(state, code)
        env = closure.env if closure is not None else None
        activations.call(state, Function(code, env), context.receiver, arguments, frame, site)
    state.tried.clear()
    return list(frame.events.values())


def _closure(state: State, code: FunctionCode) -> Function | None:
    for atom in state.decorated_as(code):
        inner = atom.function if isinstance(atom, Hybrid) else atom
        if isinstance(inner, Function):
            return inner
    return None
