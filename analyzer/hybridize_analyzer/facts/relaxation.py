"""What would become of a `tf.function` whose traces leave the lengths of its arguments open (`reduce_retracing`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hybridize_analyzer.domain.events import Event, Kind
from hybridize_analyzer.domain.state import Context, State
from hybridize_analyzer.domain.values import Tensor, Tuple, Value
from hybridize_analyzer.facts import traces
from hybridize_analyzer.facts.opened import loosened
from hybridize_analyzer.facts.parameters import holds_tensor
from hybridize_analyzer.program.code import FunctionCode
from hybridize_analyzer.report import Tracing
from hybridize_analyzer.solver.trial import evaluate_with

_DIFFER = frozenset(
    {
        Kind.SHAPE,
        Kind.LOOSE,
        Kind.PYTHON_VALUE,
        Kind.CONTROL,
        Kind.EAGER_ONLY,
        Kind.NUMPY,
        Kind.UNKNOWN,
        Kind.UNSEEN,
        Kind.VALUE,
        Kind.DTYPE,
    }
)
"""What happens only where a length is not known."""


def fewest(
    state: State, code: FunctionCode, contexts: Iterable[Context], tracing: Tracing, events: Iterable[Event]
) -> int | None:
    """The number of traces that remain, None where none is saved or where the function needs the lengths."""
    if tracing.count == 1 or not any(cause.kind == "shapes" for cause in tracing.causes):
        return None
    most = traces.relaxed(state, code)
    if most is None or most >= tracing.least or not needs_no_lengths(state, code, contexts, events):
        return None
    return most


def needs_no_lengths(
    state: State, code: FunctionCode, contexts: Iterable[Context], events: Iterable[Event]
) -> bool:
    """Whether a function does the same where no length of its arguments is known.

    events: those of the function with its arguments as they are.
    """
    known = {event.identity for event in events}
    for context in contexts:
        arguments = _loosened_all(state, context.arguments)
        if arguments is None:
            return False
        found = evaluate_with(state, code, context, arguments)
        if any(event.kind in _DIFFER and event.identity not in known for event in found):
            return False
    return True


def _loosened_all(state: State, arguments: Mapping[str, Value]) -> dict[str, Value] | None:
    """The arguments with all their lengths open; None where they stand in containers that can change."""
    opened = {name: loosened(value) for name, value in arguments.items()}
    whole = all(
        isinstance(atom, (Tensor, Tuple)) or holds_tensor(state, frozenset({atom})) is False
        for value in opened.values()
        for atom in value
    )
    return opened if whole else None
