"""Whether losses that a function leaves in layers are read by others, once it has returned."""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.domain.classes import is_keras_callable
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.state import CallSite, State
from hybridize_analyzer.domain.values import Ref
from hybridize_analyzer.interpreter.tracing.places import Span, contains, places_in, span_of
from hybridize_analyzer.library.keras.layers import LOSSES
from hybridize_analyzer.library.keras.losses import LossesRead, parts_of
from hybridize_analyzer.program.code import FunctionCode
from hybridize_analyzer.report import Location


def leaves_losses(state: State, code: FunctionCode) -> bool:
    """Whether what `add_loss` keeps is for others: a step that calls a layer reads its losses itself, if anything does."""
    reads = [read for read in state.all_noted(LOSSES) if isinstance(read, LossesRead)]
    readers = [*dict.fromkeys(r.reader for r in reads if isinstance(r.reader, FunctionCode))]
    if not any(code in state.leading_to(reader) for reader in readers):
        if code.cls is not None and is_keras_callable(state, code.cls):
            return True
        if any(isinstance(r.reader, str) for r in reads) or any(_takes_losses(state, r) for r in readers):
            return True
    left = {key for target in _layers_left(state, code) for key in parts_of(state, Ref(target))}
    # What a function reads behind a loop of its own it has made itself, or takes for granted that it has.
    others = (r for r in reads if not (r.in_turns and r.reader is code))
    reads = [r for r in others if not left.isdisjoint(parts_of(state, Ref(r.layer)))]
    return any(_is_read_behind(state, site, reads) for site in _ways_to(state, code))


def _layers_left(state: State, code: FunctionCode) -> set[str]:
    """The layers in which a function leaves losses."""
    found = (e for c in state.contexts_of(code) for e in c.summary.events.values())
    return {e.target for e in found if e.kind is Kind.WRITE and e.field == LOSSES and e.target is not None}


def _takes_losses(state: State, reader: FunctionCode) -> bool:
    """Whether a function reads losses that an earlier call of a layer has left.

    That is so where a call of it comes from the top level and no function on the way calls a layer that keeps some.
    """
    return any(
        not _keeps_losses(state, code) and (not sites or any(s.caller is None for s in sites))
        for code in state.leading_to(reader)
        for sites in [state.sites_of(code)]
    )


def _keeps_losses(state: State, code: FunctionCode) -> bool:
    return bool(_layers_left(state, code))


def _ways_to(state: State, code: FunctionCode) -> Iterator[CallSite]:
    """The visible calls that lead to a function."""
    for leading in state.leading_to(code):
        yield from state.sites_of(leading)


def _is_read_behind(state: State, site: CallSite, reads: list[LossesRead]) -> bool:
    """Whether who makes a call reads losses afterwards, itself or by another call."""
    caller, path = site.caller, site.where.path
    mine = [(read.where, read.renewed) for read in reads if read.reader == (caller or path)]
    mine += [(where, ()) for where in _calls_that_read(state, caller, path, reads)]
    return any(_may_follow(state, site, where, renewed) for where, renewed in mine)


def _calls_that_read(
    state: State, caller: FunctionCode | None, path: str, reads: list[LossesRead]
) -> Iterator[Location]:
    """The calls in a body that lead to reads of losses which nothing on the way there makes anew."""
    readers = dict.fromkeys(r.reader for r in reads if isinstance(r.reader, FunctionCode) and not r.renewed)
    layers = {read.layer for read in reads}
    for code in dict.fromkeys(code for reader in readers for code in state.leading_to(reader)):
        events = (e for c in state.contexts_of(code) for e in c.summary.events.values())
        if any(e.kind is Kind.LOSSES and e.target in layers for e in events):
            here = (s.where for s in state.sites_of(code) if s.caller is caller)
            yield from (where for where in here if where.path == path)


def _may_follow(state: State, site: CallSite, where: Location, renewed: tuple[Span, ...]) -> bool:
    """Whether losses that a call leaves may be there when a place in the same body is reached.

    renewed: where the body itself has called the layer on every way to that place.
    """
    call, read = span_of(site.where), span_of(where)
    if contains(call, read) or contains(read, call):
        return False
    if renewed:
        last = max(renewed)
        inside = contains(last, call) and call != last
        return call[2:] > last[:2] and call[2:] <= read[:2] and not inside
    if site.caller is not None:
        return True
    loops = places_in(state, site.where.path, site.caller).loops
    return call[2:] <= read[:2] or any(contains(loop, call) and contains(loop, read) for loop in loops)
