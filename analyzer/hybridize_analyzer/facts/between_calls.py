"""Whether a change is seen to come between two calls of one graph, which keeps what it was before.

Who makes a function a graph is believed to know its state: an option that is set for each experiment, which makes a model
of its own, is in the graph of that model.  A rate that decays after each epoch of one training is not.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping

from hybridize_analyzer.domain.state import CallSite, State
from hybridize_analyzer.domain.summaries import Context, calls_of, receivers
from hybridize_analyzer.domain.values import Ref
from hybridize_analyzer.interpreter.tracing.places import Span, contains, places_in, span, span_of
from hybridize_analyzer.interpreter.tracing.runs import enclosing
from hybridize_analyzer.program.code import FunctionCode, found_once, walk
from hybridize_analyzer.program.modules import is_test
from hybridize_analyzer.report import Location

_Body = tuple[str, FunctionCode | None]
"""The path of a module, and a function in it; None for its top level."""


def comes_between(state: State, graph: FunctionCode, target: str, where: Location) -> bool:
    """Whether some body calls a graph, makes a change, and calls the graph again, with the same object.

    graph: the function.  target: the key of what changes.  where: the change.
    """
    calls, changes = _leading_to(state, graph), _changes(state, target, where)
    renewed = _renewals(state, graph, target)
    return any(
        _is_between(state, body, calls[body], changes[body], renewed.get(body, ()))
        for body in calls.keys() & changes.keys()
    )


def _changes(state: State, target: str, where: Location) -> dict[_Body, list[Span]]:
    """A change, and the calls that lead to it, by the body in which they stand.

    What a method changes of the object that it is called on is changed by its calls on that object alone.
    """
    changer = enclosing(state, where)
    own = changer is not None and span_of(where) in found_once(changer.node, of_first_parameter)
    if changer is None or not own or target not in state.heap.objects:
        found = _copied(state, changer)
    else:
        sites = {site for context in state.contexts_of(changer) for site in _sites_on(context, target)}
        found = _by_body(sites)
        for caller in {site.caller for site in sites} - {None, changer}:
            for body, places in _leading_to(state, caller).items():
                found.setdefault(body, []).extend(places)
    found.setdefault((where.path, changer), []).append(span_of(where))
    return found


def _sites_on(context: Context, target: str) -> Iterator[CallSite]:
    """The calls of a context that may be on an object."""
    if context.crowded:
        yield from context.sites
        return
    for call in calls_of(context):
        if not isinstance(call.receiver, Ref) or call.receiver.key == target:
            yield from call.sites


def _leading_to(state: State, code: FunctionCode | None) -> Mapping[_Body, list[Span]]:
    """The calls that lead to a function, by the body in which they stand; not to be changed."""
    if code is None:
        return {}
    known, sites = state.call_graph().leading_by_body, state.sites_above(code)
    if code not in known:
        known[code] = _by_body(sites)
    return known[code]


def _copied(state: State, code: FunctionCode | None) -> dict[_Body, list[Span]]:
    return {body: [*places] for body, places in _leading_to(state, code).items()}


def _by_body(sites: Iterable[CallSite]) -> dict[_Body, list[Span]]:
    """Where calls stand, by the body; those of tests are left out."""
    found: dict[_Body, list[Span]] = {}
    for site in sites:
        if not is_test(site.where.path):
            found.setdefault((site.where.path, site.caller), []).append(span_of(site.where))
    return found


def of_first_parameter(method: ast.AST) -> frozenset[Span]:
    """Where a method names an attribute of its first parameter."""
    first = first_parameter(method)
    attributes = (node for node in walk(method) if isinstance(node, ast.Attribute))
    return frozenset(span(n) for n in attributes if isinstance(n.value, ast.Name) and n.value.id == first)


def first_parameter(method: ast.AST) -> str | None:
    """The name of the first parameter of a function; None of other things."""
    if not isinstance(method, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return None
    return next((a.arg for a in (*method.args.posonlyargs, *method.args.args)), None)


def _renewals(state: State, graph: FunctionCode, target: str) -> dict[_Body, list[Span]]:
    """Where the graph, the object of which it is a method or the one that changes is made, or calls lead there."""
    found: dict[_Body, list[Span]] = {}
    if graph.parent is not None:
        found = _copied(state, graph.parent)
        found.setdefault((graph.module.path, graph.parent), []).append(span(graph.node))
    changing = {target} & state.heap.objects.keys()
    for key in receivers(state.contexts_of(graph)) | changing:
        made = state.heap[key].where
        maker = enclosing(state, made)
        for body, places in _leading_to(state, maker).items():
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
