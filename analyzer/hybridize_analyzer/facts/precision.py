"""Whether TensorFlow computes the graphs of a program in fewer bits than eager code."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hybridize_analyzer.domain.events import Event, Kind
from hybridize_analyzer.domain.state import Context, State
from hybridize_analyzer.library.tensorflow.execution import IN_16_BITS


def in_16_bits(state: State, contexts: Sequence[Context]) -> Iterator[Event]:
    """A program lets TensorFlow rewrite graphs to mixed precision, which it does to no operation that runs eagerly."""
    if not any(context.summary.ops for context in contexts):
        return
    places = [state.noted(IN_16_BITS, path) for path in sorted(map(str, state.all_noted(IN_16_BITS)))]
    for where in [place for place in places if place is not None][:1]:
        message = f"`{where.path}` lets TensorFlow compute graphs in 16 bits, and not what runs eagerly"
        yield Event(Kind.LIMITS, message, where)
