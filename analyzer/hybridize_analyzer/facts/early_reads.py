"""Reads of what the first call makes, before it makes it: the first call finds something else there than all others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hybridize_analyzer.domain.events import Aspect, Event, Kind
from hybridize_analyzer.domain.state import State
from hybridize_analyzer.interpreter.tracing.first_calls import GUARDS
from hybridize_analyzer.interpreter.tracing.places import contains, span_of
from hybridize_analyzer.report import Location

Chain = tuple[Location, ...]


def early_reads(state: State, events: Iterable[Event]) -> frozenset[Event]:
    """The reads that come before the first call sets what they read, and are no part of the branch that does so.

    The trace that makes variables is followed by another one, which takes the place of the first: what it reads before is
    what the first call has left there.
    """
    events = tuple(events)
    made: dict[tuple[str | None, str | None], list[Chain]] = {}
    for event in events:
        if event.kind is Kind.LAZY and event.aspect is Aspect.SETTING:
            made.setdefault((event.target, event.field), []).append(_chain(event))
    if not made:
        return frozenset()
    branches = [place for place in state.all_noted(GUARDS) if isinstance(place, Location)]
    return frozenset(
        event for event in events if event.kind is Kind.READ and _is_early(event, made, branches)
    )


def _is_early(
    event: Event, made: dict[tuple[str | None, str | None], list[Chain]], branches: Sequence[Location]
) -> bool:
    chains = made.get((event.target, event.field))
    if chains is None or any(_is_in(place, branches) for place in _chain(event)):
        return False
    return all(_precedes(_chain(event), chain) for chain in chains)


def _is_in(place: Location, branches: Iterable[Location]) -> bool:
    return any(b.path == place.path and contains(span_of(b), span_of(place)) for b in branches)


def _chain(event: Event) -> Chain:
    """The calls that lead to an event, and its place."""
    return (*event.path, event.where)


def _precedes(one: Chain, other: Chain) -> bool:
    """Whether a place is reached before another one, by the text of the function in which their ways part.

    What stands in a call is reached before what the call does.
    """
    a, b = next(((a, b) for a, b in zip(one, other, strict=False) if a != b), (None, None))
    if a is None or b is None or a.path != b.path:
        return False
    return contains(span_of(b), span_of(a)) or (a.line, a.column) < (b.line, b.column)
