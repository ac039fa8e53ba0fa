"""One more evaluation of a function, with other arguments, that leaves the analysis as it is."""

from __future__ import annotations

from hybridize_analyzer.domain.events import Event
from hybridize_analyzer.domain.state import Bindings, CallSite, Context, Frame, State
from hybridize_analyzer.domain.values import Function, Hybrid
from hybridize_analyzer.program.code import FunctionCode
from hybridize_analyzer.solver import evaluation


def evaluate_with(state: State, code: FunctionCode, context: Context, arguments: Bindings) -> list[Event]:
    """What a call like that of `context` would do with these arguments."""
    frame = Frame(code.module, None, "traced", {})
    site = CallSite(code.module.location(code.node), None, assumed=True)
    with state.heap.unchanged():
        closure = _closure(state, code)
        env = closure.env if closure is not None else None
        evaluation.call(state, Function(code, env), context.receiver, arguments, frame, site)
    state.tried.clear()
    return list(frame.events.values())


def _closure(state: State, code: FunctionCode) -> Function | None:
    for atom in state.decorated_as(code):
        inner = atom.function if isinstance(atom, Hybrid) else atom
        if isinstance(inner, Function):
            return inner
    return None
