"""Which part of the eager work around a function is its own: what a graph of it can save of a turn of a loop.

A forward pass is a third of a training step that stays eager, and a network that chooses actions is little beside the
learning in the same loop.  What pays there is a graph of the step.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from itertools import count

from hybridize_analyzer.domain.call_graph import drives
from hybridize_analyzer.domain.state import CallSite, State
from hybridize_analyzer.facts.gradients import asks_for_gradients, distributes, takes_gradients, takes_steps
from hybridize_analyzer.facts.turns import LOOPS, usual_turns
from hybridize_analyzer.interpreter.tracing.costs import BACKWARD, FIGURE, GRAPH_CALL, OPTIMIZER_STEP
from hybridize_analyzer.interpreter.tracing.places import Span, contains, root_of, span, span_of
from hybridize_analyzer.interpreter.tracing.tapes import is_recorded
from hybridize_analyzer.program.code import FunctionCode, children, found_once, walk
from hybridize_analyzer.program.modules import is_test

FEWEST_OPERATIONS = 60
"""Of a function whose share is asked for: fewer take less than two milliseconds, and pay in no loop."""


def share_of_turns(state: State, code: FunctionCode) -> float:
    """The largest share that a function has in the operations of a turn of a loop which calls it, from 0 to 1.

    Loops of eager code count, through the callers between.  1 for what is no question: graphs, steps, what computes little,
    and what no loop calls.  What takes gradients that others are taken of is a part of a step, as a penalty on the gradients
    of one network.  The caller with the largest share is followed first, and each caller once (E. W. Dijkstra, "A
    note on two problems in connexion with graphs", 1959).
    """
    if state.above(code).driven is None or state.is_hybrid(code):
        return 1.0
    if distributes(state, code) or _operations(state, code) < FEWEST_OPERATIONS:
        return 1.0
    if takes_gradients(state, code) and not _is_differentiated(state, code):
        return 1.0
    graph, found, seen = state.call_graph(), 0.0, set[FunctionCode]()
    number = count()
    waiting: list[tuple[float, int, FunctionCode]] = [(-1.0, next(number), code)]
    while waiting and -waiting[0][0] > found:
        part, _, current = heappop(waiting)
        if current in seen:
            continue
        seen.add(current)
        graph.walked += 1
        for share, caller in _by_callers(state, current):
            if caller is None:
                found = max(found, -part * share)
            elif caller not in seen:
                heappush(waiting, (part * share, next(number), caller))
    return found


def _is_differentiated(state: State, code: FunctionCode) -> bool:
    """Whether tapes record all calls of a function, as far as they are eager."""
    sites = [s for s in state.sites_of(code) if not (s.traced or is_test(s.where.path))]
    return bool(sites) and all(is_recorded(state, site) for site in sites)


def _with_backward(state: State, code: FunctionCode, sites: Iterable[CallSite]) -> int:
    """The operations of a call, with those of the gradients of its gradients: what is behind a graph is one, too."""
    again = takes_gradients(state, code) and all(is_recorded(state, site) for site in sites)
    return _operations(state, code) * (1 + BACKWARD * again)


def _by_callers(state: State, code: FunctionCode) -> Iterator[tuple[float, FunctionCode | None]]:
    """The share of a function in what each caller computes, with the caller; without it, in a turn of a loop there."""
    sites = [s for s in state.sites_of(code) if not (s.traced or is_test(s.where.path))]
    for caller in {s.caller for s in sites}:
        if caller is not None and state.is_hybrid(caller):
            continue
        made = [s for s in sites if s.caller is caller]
        if looped := [s for s in made if drives(s)]:
            yield max(_beside(state, code, site, looped) for site in looped), None
        elif caller is not None and any(s.loop for s in made):  # through the parts of something
            yield max(_beside(state, code, site, made) for site in made if site.loop), caller
        elif caller is not None:
            places = len({s.where for s in made})
            yield (
                min(1.0, places * _with_backward(state, code, made) / max(_operations(state, caller), 1)),
                caller,
            )


def _beside(state: State, code: FunctionCode, site: CallSite, looped: Iterable[CallSite]) -> float:
    """The share of a function in what a turn of the innermost loop around one of its calls computes."""
    root = root_of(state, site.where.path, site.caller)
    place = span_of(site.where)
    around = [loop for loop in found_once(root, _loops) if contains(span(loop), place)]
    if not around:
        return 1.0
    loop = around[-1]
    own = _operations(state, code) * sum(contains(span(loop), p) for p in {span_of(s.where) for s in looped})
    whole = own + sum(_siblings(state, code, site, span(loop)))
    whole += BACKWARD * whole if asks_for_gradients(loop) else 0
    whole += OPTIMIZER_STEP if takes_steps(loop) else 0
    whole += FIGURE * found_once(loop, _figures_of_body)
    if site.caller is not None and takes_gradients(state, code):
        whole = max(whole, _operations(state, site.caller) // usual_turns(state, site))
    return min(1.0, own / _operations(state, code) * _with_backward(state, code, looped) / max(whole, 1))


def _loops(root: ast.AST) -> list[ast.AST]:
    """The loops of a body, the outer ones first."""
    return [node for node in walk(root) if isinstance(node, LOOPS)]


def _siblings(state: State, code: FunctionCode, site: CallSite, loop: Span) -> Iterator[int]:
    """The operations of the other calls of a loop."""
    graph, path = state.call_graph(), site.where.path
    called = graph.started_by(path) if site.caller is None else graph.callees.get(site.caller, ())
    for other in called:
        if other is not code:
            beside = (s for s in state.sites_of(other) if s.caller is site.caller and not s.traced)
            places = {s.where for s in beside if s.where.path == path and contains(loop, span_of(s.where))}
            yield len(places) * _operations(state, other) if places else 0


def _operations(state: State, code: FunctionCode) -> int:
    """What a call runs one by one, or takes as long as that."""
    if state.is_hybrid(code):
        return GRAPH_CALL
    drawn = FIGURE * found_once(code.node, _figures_of_body)
    return max((c.summary.ops for c in state.contexts_of(code)), default=0) + drawn


def _figures_of_body(node: ast.AST) -> int:
    """How many figures are stored whenever the body of a function or loop is run."""
    pending: list[ast.AST] = list(node.body) if isinstance(node, _WITH_BODIES) else []
    found = 0
    while pending:
        part = pending.pop()
        if isinstance(part, _NOT_ALWAYS):
            continue
        found += (
            isinstance(part, ast.Call)
            and isinstance(part.func, ast.Attribute)
            and part.func.attr == "savefig"
        )
        pending += children(part)
    return found


_WITH_BODIES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.For, ast.AsyncFor, ast.While)
_NOT_ALWAYS = (
    ast.If,
    ast.IfExp,
    ast.BoolOp,
    ast.Try,
    ast.FunctionDef,
    ast.AsyncFunctionDef,
    ast.ClassDef,
    ast.Lambda,
)
