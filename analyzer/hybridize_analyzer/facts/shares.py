"""Which part of the eager work around a function is its own: what a graph of it can save of a turn of a loop.

A forward pass is a third of a training step that stays eager, and a network that chooses actions is little beside the
learning in the same loop.  What pays there is a graph of the step.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from hybridize_analyzer.domain.state import CallSite, State
from hybridize_analyzer.facts.gradients import asks_for_gradients, takes_steps
from hybridize_analyzer.interpreter.tracing.costs import BACKWARD, GRAPH_CALL, OPTIMIZER_STEP
from hybridize_analyzer.interpreter.tracing.places import Span, contains, span, span_of
from hybridize_analyzer.program.code import FunctionCode, found_once, walk
from hybridize_analyzer.program.modules import is_test

FEWEST_OPERATIONS = 60
"""Of a function whose share is asked for: fewer take less than two milliseconds, and pay in no loop."""
_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_DEEPEST = 12  # calls from the loop down to the function


def share_of_turns(state: State, code: FunctionCode) -> float:
    """The largest share that a function has in the operations of a turn of a loop which calls it, from 0 to 1.

    Loops of eager code count, through the callers between; 0 where there is none.
    """
    return _share(state, code, frozenset())


def _share(state: State, code: FunctionCode, below: frozenset[FunctionCode]) -> float:
    if code in below or len(below) > _DEEPEST:
        return 0.0
    state.track.read(("above", code))
    return max(_by_callers(state, code, below | {code}), default=0.0)


def _by_callers(state: State, code: FunctionCode, below: frozenset[FunctionCode]) -> Iterator[float]:
    """The share by way of each function that calls it, or module."""
    known = state.call_graph().sites.get(code, ())
    sites = [s for s in known if not (s.traced or is_test(s.where.path))]
    for caller in {s.caller for s in sites}:
        if caller is not None and state.is_hybrid(caller):
            continue
        made = [s for s in sites if s.caller is caller]
        looped = [s for s in made if s.mapped or (s.loop and not s.parts)]
        if looped:
            yield max(_beside(state, code, site, looped) for site in looped)
        elif caller is not None and any(s.loop for s in made):  # through the parts of something
            beside = max(_beside(state, code, site, made) for site in made if site.loop)
            yield beside * _share(state, caller, below)
        elif caller is not None:
            places = len({s.where for s in made})
            part = places * _operations(state, code) / max(_operations(state, caller), 1)
            yield min(1.0, part) * _share(state, caller, below)


def _beside(state: State, code: FunctionCode, site: CallSite, looped: Iterable[CallSite]) -> float:
    """The share of a function in what a turn of the innermost loop around one of its calls computes."""
    root = state.modules[site.where.path].tree if site.caller is None else site.caller.node
    place = span_of(site.where)
    around = [loop for loop in found_once(root, _loops) if contains(span(loop), place)]
    if not around:
        return 1.0
    loop = around[-1]
    own = _operations(state, code) * sum(contains(span(loop), p) for p in {span_of(s.where) for s in looped})
    whole = own + sum(_siblings(state, code, site, span(loop)))
    whole += BACKWARD * whole if asks_for_gradients(loop) else 0
    whole += OPTIMIZER_STEP if takes_steps(loop) else 0
    return own / max(whole, 1)


def _loops(root: ast.AST) -> list[ast.AST]:
    """The loops of a body, the outer ones first."""
    return [node for node in walk(root) if isinstance(node, _LOOPS)]


def _siblings(state: State, code: FunctionCode, site: CallSite, loop: Span) -> Iterator[int]:
    """The operations of the other calls of a loop."""
    graph, path = state.call_graph(), site.where.path
    called = graph.started_by(path) if site.caller is None else graph.callees.get(site.caller, ())
    for other in called:
        if other is not code:
            state.track.read(("above", other))
            beside = (s for s in graph.sites.get(other, ()) if s.caller is site.caller and not s.traced)
            places = {s.where for s in beside if s.where.path == path and contains(loop, span_of(s.where))}
            yield len(places) * _operations(state, other) if places else 0


def _operations(state: State, code: FunctionCode) -> int:
    """What a call runs one by one."""
    if state.is_hybrid(code):
        return GRAPH_CALL
    return max((c.summary.ops for c in state.contexts_of(code)), default=0)
