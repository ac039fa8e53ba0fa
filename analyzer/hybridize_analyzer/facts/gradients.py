"""Functions that take gradients, themselves or in what they call: steps of something, which are made again and again."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from hybridize_analyzer.domain.events import MOST_CALLS, Aspect, Event, Kind
from hybridize_analyzer.domain.state import Context, State
from hybridize_analyzer.domain.summaries import receivers
from hybridize_analyzer.interpreter.tracing.runs import enclosing
from hybridize_analyzer.interpreter.tracing.tapes import is_on_tape, opens_otherwise, opens_tape
from hybridize_analyzer.knowledge.callbacks import ON_REPLICAS
from hybridize_analyzer.program.code import FunctionCode, found_once, walk

_STEPS = frozenset(("apply_gradients", "minimize"))
_TWO = 2  # the function, and its arguments
_METHODS = _STEPS | {"gradient", "jacobian", "batch_jacobian"}


def takes_gradients(state: State, code: FunctionCode) -> bool:
    """Whether a function, or one that it leads to, asks a tape or an optimizer for gradients."""
    return code in _differentiating(state)


def distributes(state: State, code: FunctionCode) -> bool:
    """Whether a function, or one that it leads to, has a distribution strategy run something on each replica."""
    graph = state.call_graph()
    if graph.distributing is None:
        own = [c for c in graph.contexts if found_once(c.node, _runs_on_replicas)]
        graph.distributing = {caller for c in own for caller in graph.leading_to(c)}
    return code in graph.distributing


def _runs_on_replicas(node: ast.AST) -> bool:
    """Whether a text has `strategy.run(step, args=…)`; no other common method of this name takes a tuple of arguments so."""
    calls = (n for n in walk(node) if isinstance(n, ast.Call))
    given = (
        call.func for call in calls if len(call.args) == _TWO or any(k.arg == "args" for k in call.keywords)
    )
    return any(isinstance(method, ast.Attribute) and method.attr in ON_REPLICAS for method in given)


def may_be_recorded(state: State, code: FunctionCode) -> bool:
    """Whether gradients are taken where a tape may record a function: by what leads to it, or at the top level."""
    graph = state.call_graph()
    if graph.recorded is None:
        asking = {
            path for path, module in state.modules.items() if any(map(_records_at_top, module.tree.body))
        }
        started = {
            called
            for called, sites in graph.sites.items()
            if any(s.caller is None and s.where.path in asking for s in sites)
        }
        graph.recorded = graph.below(_differentiating(state) | started)
    return code in graph.recorded


def of_tapes(state: State, code: FunctionCode, events: Iterable[Event]) -> Iterator[Event]:
    """The events of a function, without those that matter for gradients only and happen where no tape is open.

    A tape may be open where the function is called, or it is opened around the place, in the function or in what it calls.
    """
    for event in events:
        if event.kind is Kind.UNRECORDED:
            if _is_on_tape(state, event) or _is_recorded_as_a_whole(state, code):
                yield event._replace(kind=Kind.CONTROL, aspect=Aspect.UNTOLD)
            continue
        inside = event.kind is not Kind.LEFT_OUT or enclosing(state, event.where) is None
        if inside or is_called_on_tape(state, code) or _is_on_tape(state, event):
            yield event


def _is_recorded_as_a_whole(state: State, code: FunctionCode) -> bool:
    """Whether a function may be called while a tape is open: who takes gradients itself is so only where that is seen."""
    if not takes_gradients(state, code):
        return is_called_on_tape(state, code)
    sites = state.sites_above(code)
    return any(is_on_tape(state, s.where, s.caller) for s in sites)


def is_called_on_tape(state: State, code: FunctionCode) -> bool:
    """Whether a function may be called while a tape is open: in a body of `with tf.GradientTape()`, or by a library."""
    graph = state.call_graph()
    state.read_texts()
    if graph.on_tape is None:
        graph.on_tape = _called_on_tapes(state)
    return code in graph.on_tape


def _called_on_tapes(state: State) -> set[FunctionCode]:
    graph = state.call_graph()
    if any(found_once(module.tree, opens_otherwise) for module in state.modules.values()):
        return {code for code in graph.contexts if may_be_recorded(state, code)}
    started = {
        called
        for called, sites in graph.sites.items()
        if state.noted("escaped", called) is not None
        or any(s.library or s.mapped or s.assumed or is_on_tape(state, s.where, s.caller) for s in sites)
    }
    return graph.below(started)


def _is_on_tape(state: State, event: Event) -> bool:
    """Whether a tape is opened around what happens, by one of the functions that lead to it; calls may be left out."""
    places = (*event.path, event.where)
    return len(places) >= MOST_CALLS or any(
        is_on_tape(state, place, enclosing(state, place)) for place in places
    )


def _records_at_top(statement: ast.stmt) -> bool:
    """Whether a statement asks for gradients, or makes a tape that a function may ask."""
    return not isinstance(statement, (ast.FunctionDef, ast.ClassDef)) and (
        found_once(statement, asks_for_gradients) or found_once(statement, opens_tape)
    )


def _differentiating(state: State) -> set[FunctionCode]:
    graph = state.call_graph()
    if graph.differentiating is None:
        own = [c for c in graph.contexts if found_once(c.node, asks_for_gradients)]
        graph.differentiating = {caller for c in own for caller in graph.leading_to(c)}
    return graph.differentiating


def is_of_a_step(state: State, contexts: Iterable[Context]) -> bool:
    """Whether a function that asks for gradients itself, and that a loop calls, makes an object of which it is a method."""
    makers = {enclosing(state, state.heap[key].where) for key in receivers(contexts)}
    steps = (m for m in makers if m is not None and found_once(m.node, asks_for_gradients))
    return any(state.above(step).driven is not None for step in steps)


def asks_for_gradients(node: ast.AST) -> bool:
    """Whether a text asks a tape or an optimizer for gradients."""
    return _calls_one_of(_METHODS, node)


def takes_steps(node: ast.AST) -> bool:
    """Whether a text has an optimizer take a step."""
    return _calls_one_of(_STEPS, node)


def _calls_one_of(methods: frozenset[str], node: ast.AST) -> bool:
    called = (n.func for n in walk(node) if isinstance(n, ast.Call))
    return any(isinstance(f, ast.Attribute) and f.attr in methods for f in called)


_MANY = ("epoch", "iter", "episode")
_FEW = 20


def repeats_steps(state: State, code: FunctionCode) -> bool:
    """Whether each turn of a loop over many numbers takes gradients, or calls what does: a graph would unroll them all."""
    loops = found_once(code.node, _long_loops)
    if not loops:
        return False
    if any(asks_for_gradients(loop) for loop in loops):
        return True
    lines = {number for loop in loops for number in range(loop.lineno, (loop.end_lineno or loop.lineno) + 1)}
    graph = state.call_graph()
    called = (site for step in _differentiating(state) for site in graph.sites.get(step, ()))
    return any(site.caller is code and site.where.line in lines for site in called)


def _long_loops(node: ast.AST) -> list[ast.For]:
    return [n for n in walk(node) if isinstance(n, ast.For) and _is_over_many(n.iter)]


def _is_over_many(counted: ast.expr) -> bool:
    if not (
        isinstance(counted, ast.Call) and isinstance(counted.func, ast.Name) and counted.func.id == "range"
    ):
        return False
    numbers = [n.value for n in counted.args if isinstance(n, ast.Constant) and isinstance(n.value, int)]
    text = " ".join(map(ast.unparse, counted.args)).lower()
    return any(n > _FEW for n in numbers) or any(word in text for word in _MANY)
