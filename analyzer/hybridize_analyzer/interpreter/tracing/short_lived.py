"""Variables that are gone when another one is given to the same function, which a graph inside a graph does not bear.

A graph is traced once for all variables of one shape and dtype that it gets.  If it hands them to a graph that it calls,
that one keeps the first variable for its gradients, and only weakly: `Called a function referencing variables which have
been deleted`, executed with TensorFlow 2.21.  Without gradients, and with one graph alone, nothing happens.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from hybridize_analyzer.domain.events import Event, Kind
from hybridize_analyzer.domain.state import Context, Frame, State
from hybridize_analyzer.domain.values import tensors
from hybridize_analyzer.interpreter.tracing.runs import runs_once
from hybridize_analyzer.program.code import FunctionCode

_AGAIN = "variables made again"


def note_variable(state: State, frame: Frame, node: ast.AST) -> None:
    """A variable is made; in a loop of a module the one before is gone."""
    if frame.function is None and frame.loop:
        state.note(_AGAIN, _AGAIN, frame.module.location(node))


def gets_short_lived(state: State, code: FunctionCode, contexts: Sequence[Context]) -> bool:
    """Whether another function hands it variables, which a third one makes anew whenever it runs."""
    given = (t for c in contexts for value in c.arguments.values() for t in tensors(value))
    if not any(tensor.kind == "variable" for tensor in given):
        return False
    makers = {
        above for above in state.leading_to(code) if above is not code and _makes_variables(state, above)
    }
    if not any(s.caller is not None and s.caller not in makers for c in contexts for s in c.sites):
        return False
    return state.noted(_AGAIN, _AGAIN) is not None or any(not runs_once(state, maker) for maker in makers)


def _makes_variables(state: State, code: FunctionCode) -> bool:
    return any(_is_made(e) for c in state.contexts_of(code) for e in c.summary.events.values())


def _is_made(event: Event) -> bool:
    return event.kind is Kind.VARIABLE
