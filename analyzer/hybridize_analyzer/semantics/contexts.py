"""Context managers: what `with` binds, runs and hides."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial

from hybridize_analyzer.semantics.events import Kind
from hybridize_analyzer.semantics.expressions import evaluate
from hybridize_analyzer.semantics.sequences import elements_of
from hybridize_analyzer.semantics.state import Frame, State
from hybridize_analyzer.semantics.values import UNKNOWN, Iterator, Ref, Value, one

Assign = Callable[[State, Frame, ast.expr, Value], None]


def _exit(state: State, frame: Frame, node: ast.expr, manager: Ref) -> None:
    from hybridize_analyzer.semantics.calls import call_method

    call_method(state, frame, node, manager, "__exit__", (UNKNOWN,) * 3)


def enter(state: State, frame: Frame, item: ast.withitem, assign: Assign) -> Callable[[], None]:
    """Evaluates `with item:` up to its body; the result leaves the context."""
    from hybridize_analyzer.semantics.calls import call_method

    manager = evaluate(state, frame, item.context_expr)
    entered: Value = manager
    closers: list[Callable[[], None]] = []
    suppresses = False
    for atom in manager:
        if isinstance(atom, Iterator) and atom.source == "generator":
            entered = elements_of(state, frame, one(atom), item.context_expr)
        elif isinstance(atom, Ref):
            found = state.heap[atom.key]
            if not isinstance(found.cls, str):
                entered = call_method(state, frame, item.context_expr, atom, "__enter__", ())
                closers.append(partial(_exit, state, frame, item.context_expr, atom))
            elif found.cls == "contextlib.suppress":
                suppresses = True
    if item.optional_vars is not None:
        assign(state, frame, item.optional_vars, entered)
    ops = frame.ops

    def leave() -> None:
        for close in closers:
            close()

    def suppressing() -> None:
        leave()
        if frame.ops > ops:
            state.emit(
                frame, item.context_expr, Kind.HANDLER, "exceptions of TensorFlow operations are suppressed"
            )

    return suppressing if suppresses else leave
