"""Whether a change is seen to come between two calls of one graph, which keeps what it was before.

Who makes a function a graph is believed to know its state: an option that is set for each experiment, which makes a model
of its own, is in the graph of that model.  A rate that decays after each epoch of one training is not.
"""

from __future__ import annotations

from collections.abc import Iterable

from hybridize_analyzer.domain.state import State
from hybridize_analyzer.domain.summaries import receivers
from hybridize_analyzer.interpreter.tracing.places import Span, contains, places_in, span, span_of
from hybridize_analyzer.interpreter.tracing.runs import enclosing
from hybridize_analyzer.program.code import FunctionCode
from hybridize_analyzer.program.modules import is_test
from hybridize_analyzer.report import Location

_Body = tuple[str, FunctionCode | None]
"""The path of a module, and a function in it; None for its top level."""


def comes_between(state: State, graph: FunctionCode, target: str, where: Location) -> bool:
    """Whether some body calls a graph, makes a change, and calls the graph again, with the same object.

    graph: the function.  target: the key of what changes.  where: the change.
    """
    changer = enclosing(state, where)
    calls, changes = _places(state, graph), _places(state, changer)
    changes.setdefault((where.path, changer), []).append(span_of(where))
    renewed = _renewals(state, graph, target)
    return any(
        _is_between(state, body, calls[body], changes[body], renewed.get(body, ()))
        for body in calls.keys() & changes.keys()
    )


def _places(state: State, code: FunctionCode | None) -> dict[_Body, list[Span]]:
    """The calls that lead to a function, by the body in which they stand; those of tests are left out."""
    found: dict[_Body, list[Span]] = {}
    for leading in state.leading_to(code) if code is not None else ():
        for site in state.sites_of(leading):
            if not is_test(site.where.path):
                found.setdefault((site.where.path, site.caller), []).append(span_of(site.where))
    return found


def _renewals(state: State, graph: FunctionCode, target: str) -> dict[_Body, list[Span]]:
    """Where the graph, the object of which it is a method or the one that changes is made, or calls lead there."""
    found: dict[_Body, list[Span]] = {}
    if graph.parent is not None:
        found = _places(state, graph.parent)
        found.setdefault((graph.module.path, graph.parent), []).append(span(graph.node))
    changing = {target} & state.heap.objects.keys()
    for key in receivers(state.contexts_of(graph)) | changing:
        made = state.heap[key].where
        maker = enclosing(state, made)
        for body, places in _places(state, maker).items():
            found.setdefault(body, []).extend(places)
        found.setdefault((made.path, maker), []).append(span_of(made))
    return found


def _is_between(
    state: State, body: _Body, calls: Iterable[Span], changes: Iterable[Span], renewed: Iterable[Span]
) -> bool:
    """Whether a loop, or the order of statements, has a change between two calls, and makes nothing anew there."""
    loops, renewed, calls = places_in(state, *body).loops, [*renewed], [*calls]
    for change in changes:
        turns = [p for p in loops if contains(p, change) and any(contains(p, call) for call in calls)]
        if any(not any(contains(turn, place) for place in renewed) for turn in turns):
            return True
        after = [call for call in calls if call[:2] >= change[2:]]
        before = any(call[2:] <= change[:2] for call in calls)
        if before and after and not any(place[:2] >= change[2:] for place in renewed):
            return True
    return False
