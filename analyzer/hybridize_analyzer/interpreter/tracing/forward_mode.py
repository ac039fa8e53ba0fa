"""Derivatives in forward mode, of a loop of which a graph has recorded a gradient before.

`tf.autodiff.ForwardAccumulator` goes through graphs as through eager code, but for one case, executed with TensorFlow 2.21:
a graph with a loop whose gradient a tape has taken raises a `TypeError` when an accumulator meets it afterwards.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from hybridize_analyzer.domain.events import Aspect, Event, Kind
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.program.code import FunctionCode

_USED = "derivatives in forward mode"


def note_accumulator(state: State, frame: Frame, node: ast.AST) -> None:
    """A function, or the top level of a module, makes an accumulator."""
    state.note(_USED, frame.function, frame.module.location(node))


def note_loop(state: State, frame: Frame, node: ast.AST) -> None:
    """A loop that a graph has as one operation."""
    state.emit(frame, node, Kind.LOOP, "a graph has this loop as one operation")


def as_refused(
    state: State, code: FunctionCode, events: Iterable[Event], *, recorded: bool
) -> Iterator[Event]:
    """The events of a function; its loops only where a caller may take derivatives in forward mode.

    recorded: whether a tape may record the function.
    """
    used = recorded and any(state.noted(_USED, above) for above in (None, *state.leading_to(code)))
    for event in events:
        if event.kind is not Kind.LOOP:
            yield event
        elif used:
            message = f"{event.message}, whose derivative in forward mode fails once a tape has recorded it"
            yield event._replace(kind=Kind.CONTROL, message=message, aspect=Aspect.UNTOLD)
