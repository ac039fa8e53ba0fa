"""Operations without a gradient, which a tape that records a graph asks for all the same.

Eager code records an operation for a tape only if a watched tensor goes in.  A graph that is recorded for one variable has
the gradients of all that goes into it: where an argument goes through `tf.image.adjust_hue`, say, that raises a
`LookupError`, although nobody wants the gradient with respect to that argument.  Executed with TensorFlow 2.21.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.classes import is_keras_callable
from hybridize_analyzer.domain.events import Aspect, Event, Kind
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import NONE, NOTHING, Tensor, const, tensors
from hybridize_analyzer.interpreter.tracing.tapes import opens_tape, statements_at_top
from hybridize_analyzer.knowledge import tensorflow as knowledge
from hybridize_analyzer.program.code import FunctionCode, bound_in, found_once
from hybridize_analyzer.program.liveness import live_names
from hybridize_analyzer.shapes.spec import BoundArguments


def note(call: Call, short: str, bound: BoundArguments, found: Iterable[Tensor]) -> None:
    """Reports such an operation.  short: its name.  found: the tensors that go in."""
    found = [*found]
    if any(map(_has_gradient, found)) and _lacks(short, bound, found):
        call.emit(
            Kind.NO_GRADIENT, f"`tf.{short}` has no gradient, for which a tape asks that records a graph"
        )


def note_loop(state: State, frame: Frame, loop: ast.For | ast.AsyncFor) -> None:
    """Reports a loop over a dataset that leaves tensors with gradients behind: a graph runs it by `Dataset.reduce`.

    That has no gradient, so that a tape finds none with respect to what the turns have been computed of.
    """
    live = live_names(frame.body)
    left = {name for name in bound_in(loop.body) if live.is_read_after(loop, name)}
    if any(_has_gradient(tensor) for name in left for tensor in tensors(frame.names.get(name, NOTHING))):
        state.emit(frame, loop, Kind.UNRECORDED, "a graph has no gradient through a loop over a dataset")


def _has_gradient(tensor: Tensor) -> bool:
    return tensor.dtype is None or not tensor.dtype.startswith(_WITHOUT)


def _lacks(short: str, bound: BoundArguments, found: list[Tensor]) -> bool:
    if short in knowledge.WITHOUT_GRADIENT:
        return True
    if short in ("linalg.svd", "linalg.qr", "svd", "qr"):
        return bound.given.get("full_matrices", NONE) not in (NONE, const(False))
    if short in ("image.resize", "image.resize_images"):
        return bound.given.get("method") in (const("area"), const("AREA"))
    return short in ("sort", "argsort", "math.top_k", "nn.top_k") and any(
        t.shape and t.shape[-1] == 0 for t in found
    )


_WITHOUT = ("int", "uint", "bool", "string")
"""How the names of dtypes begin whose tensors have no gradients."""


def as_refused(state: State, code: FunctionCode, events: Iterable[Event]) -> Iterator[Event]:
    """The events of a function, those of operations without a gradient only where a tape around it may record it."""
    events = [*events]
    recorded = any(e.kind is Kind.NO_GRADIENT for e in events) and _may_be_recorded_outside(state, code)
    for event in events:
        if event.kind is not Kind.NO_GRADIENT:
            yield event
        elif recorded:
            yield event._replace(kind=Kind.CONTROL, aspect=Aspect.UNTOLD)


def _may_be_recorded_outside(state: State, code: FunctionCode) -> bool:
    """Whether a caller has a tape, the top level of a module has one, or Keras may train what calls the function."""
    above = state.leading_to(code)
    if any(c.name == "call" and c.cls is not None and is_keras_callable(state, c.cls) for c in above):
        return True
    if any(found_once(c.node, opens_tape) for c in above - {code}):
        return True
    return any(found_once(statement, opens_tape) for statement in statements_at_top(state))
