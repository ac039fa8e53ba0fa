"""What a caller takes over from a call: its events, with the place of the call, and what it made."""

from __future__ import annotations

from hybridize_analyzer.domain.events import Aspect, Event, Kind, record
from hybridize_analyzer.domain.heap import ELEMENTS
from hybridize_analyzer.domain.state import CallSite, Frame, State, Summary
from hybridize_analyzer.interpreter.syntax import branches
from hybridize_analyzer.interpreter.tracing import alike, first_calls
from hybridize_analyzer.interpreter.tracing.alike import is_of_factory
from hybridize_analyzer.interpreter.tracing.order import has_run, is_done_before, is_passed_always
from hybridize_analyzer.interpreter.tracing.places import Span, span_of
from hybridize_analyzer.interpreter.values.writes import change_again
from hybridize_analyzer.report import Location


def pass_on(
    state: State, summary: Summary, frame: Frame, site: CallSite, layers: int, *, makes: bool
) -> tuple[str, ...]:
    """Gives a caller what a call did; returns the layers that an earlier call has built, as `layers` tells.

    makes: whether the call is that of an `__init__` or the like.
    """
    built = built_before(state, summary, layers)
    where, known = site.where, frame.events
    obstacle = branches.obstacle(frame) if frame.traced or not site.traced else None
    plain = obstacle is None and not frame.symbolic
    for identity, event in summary.events.items():
        if plain and event.aspect is None:
            if identity[0] == _WRITE:
                if not makes and _is_found(state, summary, event):
                    change_again(state, frame, event.target or "", event.field or ELEMENTS, event.where)
            elif identity[0] in _SPECIAL:
                _tell(state, summary, frame, site, identity, event, built, obstacle, makes=makes)
                continue
            if identity not in known:
                record(known, event, where, identity)
        else:
            _tell(state, summary, frame, site, identity, event, built, obstacle, makes=makes)
    frame.allocated |= summary.allocated
    frame.ops += summary.ops
    frame.work += summary.work
    frame.weighted += summary.weighted
    return built


def _tell(
    state: State,
    summary: Summary,
    frame: Frame,
    site: CallSite,
    identity: tuple[object, ...],
    event: Event,
    built: tuple[str, ...],
    obstacle: str | None,
    *,
    makes: bool,
) -> None:
    """Gives a caller one event of a call, where it may be another one for the caller.

    built: the layers that an earlier call has built.  obstacle: what keeps AutoGraph from the call.
    """
    where, known = site.where, frame.events
    plain = obstacle is None and not frame.symbolic
    if event.aspect is Aspect.FIRST:  # the caller's graph may be one for several objects
        event = event._replace(aspect=None)
        identity = event.identity
    if plain and identity in known and event.kind not in _HEARD_AGAIN:
        return
    if event.aspect is not None and _is_answered(frame, event.aspect):
        return
    if _is_called_before(state, frame, event, where):
        return
    if event.kind in _CALLS and not _note_call(state, frame, event, span_of(where)):
        return
    if event.kind in _ONCE and event.target in built:
        if event.kind is not Kind.UNBUILT or not is_of_factory(state, event.target or ""):
            return
        event = event._replace(aspect=event.aspect or Aspect.AGAIN)
        identity = event.identity
    if event.kind is Kind.WRITE and not makes and _is_found(state, summary, event):
        change_again(state, frame, event.target or "", event.field or ELEMENTS, event.where)
    if plain and identity in known:
        return
    if event.kind is Kind.LAZY:
        record(known, first_calls.through_call(frame, event), where)
    elif event.kind in _ONCE and _is_uncertain(frame, site, event):
        record(known, event._replace(aspect=Aspect.SOMETIMES), where)
    else:
        record(known, event, where, identity)
    _note_control_flow(frame, event, where, obstacle)


def _note_control_flow(frame: Frame, event: Event, where: Location, obstacle: str | None) -> None:
    """Records what control flow that AutoGraph converts makes of an event, or what keeps AutoGraph (`obstacle`) from it."""
    if obstacle is not None and event.kind in _OF_AUTOGRAPH:
        message = f"{event.message}, and AutoGraph does not reach it from {obstacle}"
        record(frame.events, Event(Kind.CONTROL, message, event.where), where)
    if frame.symbolic and event.kind in (Kind.WRITE, Kind.NAME_WRITE) and _held_outside(frame, event):
        message = f"{event.message} in a function that TensorFlow runs as part of a branch or loop"
        record(frame.events, Event(Kind.CONTROL, message, event.where, field=event.field), where)


def _is_called_before(state: State, frame: Frame, event: Event, where: Location) -> bool:
    """Whether a layer whose losses or variables a callee reads is certainly called before it."""
    if event.kind is Kind.STALE:
        return has_run(state, frame, event.target or "", span_of(where))
    called = frame.renewed.get(event.target or "", {}) if event.kind is Kind.LOSSES else {}
    return any(is_done_before(frame.body, place, span_of(where)) for place in called)


def _note_call(state: State, frame: Frame, event: Event, place: Span) -> bool:
    """Notes that a callee certainly calls a layer; whether this function does so by that."""
    if event.kind is Kind.CALLED:
        frame.ran.setdefault(event.target or "", set()).add(place)
        return is_passed_always(state, frame, place)
    frame.renewed.setdefault(event.target or "", {})[place] = ""
    return frame.is_certain


def _is_found(state: State, summary: Summary, event: Event) -> bool:
    """Whether what a call writes to is an object that was there before the call."""
    return event.target in state.heap.objects and event.target not in summary.allocated


def _is_answered(frame: Frame, aspect: Aspect) -> bool:
    """Whether the caller itself sets what the callee asks for."""
    if aspect in (Aspect.MODE, Aspect.PHASE):
        return frame.modes > 0
    return aspect is Aspect.REPLICA and frame.replicas > 0


def _is_uncertain(frame: Frame, site: CallSite, event: Event) -> bool:
    """Whether the caller may do later what its callee does at the first call."""
    if event.kind is Kind.UNBUILT:
        return site.chosen or alike.is_late(frame)
    return event.kind is Kind.SLOTS and frame.branches > 0


_OF_AUTOGRAPH = (Kind.CONVERTED, Kind.LENGTH)
"""What works in a graph where AutoGraph converts the code, and nowhere else."""
_ONCE = (Kind.UNBUILT, Kind.SLOTS)
"""What the first call of an object does."""
_BUILDING = frozenset(kind.value for kind in _ONCE)
"""The same by the first part of `Event.identity`."""
_CALLS = (Kind.CALLED, Kind.RENEWED)
"""That a layer is certainly called."""
_HEARD_AGAIN = (*_ONCE, Kind.WRITE, *_CALLS)
"""What says more to a caller that has heard of it."""
_WRITE = Kind.WRITE.value
_SPECIAL = frozenset(kind.value for kind in (*_HEARD_AGAIN, Kind.LOSSES, Kind.STALE, Kind.LAZY))
"""What is not just handed on, by the first part of `Event.identity`."""


def built_before(state: State, summary: Summary, layers: int) -> tuple[str, ...]:
    """The layers among those that a call builds which an earlier one has built, as the clock `layers` tells."""
    if not state.layers.called:
        return ()
    targets = [e.target or "" for identity, e in summary.events.items() if identity[0] in _BUILDING]
    return tuple([t for t in targets if state.layers.called.get(t, layers) < layers]) if targets else ()


def _held_outside(frame: Frame, event: Event) -> bool:
    return event.target is None or event.target in frame.symbolic[0] or event.target not in frame.allocated
