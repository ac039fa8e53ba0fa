"""Whether graphs are used again: functions that every call traces anew, and `tf.function`s that are made anew."""

from __future__ import annotations

import ast
import math

from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.state import State
from hybridize_analyzer.domain.values import Function
from hybridize_analyzer.facts.parameters import holds_tensor
from hybridize_analyzer.interpreter.tracing.places import REPEATING, contains, places_in, span, span_of
from hybridize_analyzer.interpreter.tracing.runs import enclosing, runs_once, sites_of
from hybridize_analyzer.program.code import FunctionCode, walk
from hybridize_analyzer.report import Location


def brings_new_values(state: State, code: FunctionCode) -> bool:
    """Whether every call stands in one loop that runs once: an argument that changes there is new at every call."""
    found = [site for _, _, site in sites_of(state, code) if not site.assumed]
    return bool(found) and all(
        (site.caller is None or runs_once(state, site.caller))
        and _loops_around(state, site.where, site.caller) == 1
        for site in found
    )


def _loops_around(state: State, where: Location, caller: FunctionCode | None) -> int:
    loops = places_in(state, where.path, caller).loops
    return sum(contains(loop, span_of(where)) for loop in loops)


def _is_kept(state: State, where: Location, maker: FunctionCode | None) -> bool:
    """Whether what is made there goes into an attribute or a container."""
    scope = state.modules[where.path].tree if maker is None else maker.node
    return any(
        isinstance(node, ast.Assign)
        and span(node.value) == span_of(where)
        and any(isinstance(target, (ast.Attribute, ast.Subscript)) for target in node.targets)
        for node in walk(scope)
    )


def where_remade(state: State, code: FunctionCode, *, hybrid: bool) -> tuple[Location, Location] | None:
    """Where a decorator or `tf.function(f)` makes another graph every time, and a call beside it that runs it.

    A graph that a loop beside its making calls again and again pays for its trace, unless another loop makes it again and
    again: one for every epoch, and not one for each of a few trainings, nor one for each model that the maker makes.
    """
    where = code.module.location(code.node) if hybrid else state.noted("wrapped", code)
    maker = code.parent if hybrid or where is None else enclosing(state, where)
    if where is None or (hybrid and maker is None) or _is_kept(state, where, maker):
        return None
    looped = places_in(state, where.path, maker).in_loop(span_of(where))
    if not looped and (maker is None or not _is_repeated(state, maker) or _makes_variables(state, maker)):
        return None
    beside = (site for _, _, site in sites_of(state, code) if site.caller is maker and not site.assumed)
    # What maps over a dataset would trace the function itself, once for every dataset.
    own = (site for site in beside if not site.mapped)
    calls = [site for site in own if site.where.path == where.path and (site.loop or not looped)]
    if not looped and maker is not None and state.above(maker).driven is None:
        calls = [site for site in calls if not site.loop]
    return (where, min(site.where for site in calls)) if calls else None


def _is_repeated(state: State, code: FunctionCode) -> bool:
    """Whether a loop runs the function again and again; a few calls here and there are worth a trace each."""
    above = state.above(code)
    return above.driven is not None and bool(above.starts)


def _makes_variables(state: State, code: FunctionCode) -> bool:
    """Whether a function makes a model or variables of its own, which no graph of an earlier call could serve.

    Metrics and models that it finds, and that are called for the first time, are no reason to make another graph.
    """
    return any(
        (event.kind is Kind.VARIABLE and not event.member.startswith("keras.metrics."))
        or (event.kind is Kind.UNBUILT and event.target in context.summary.allocated)
        for context in state.contexts_of(code)
        for event in context.summary.events.values()
    )


def is_made_per_call(state: State, code: FunctionCode) -> bool:
    """Whether a nested function is made anew for every batch: what encloses it is given tensors, or runs in a loop.

    What a factory returns lives longer, and calls in a loop beside the definition use one graph again; not in one of a few
    turns, where another loop runs that around it again and again.
    """
    beside = [s for _, _, s in sites_of(state, code) if s.loop and not s.mapped and s.caller is code.parent]
    again = code.parent is not None and state.above(code.parent).driven is not None
    if beside and not (again and code.parent and all(_is_in_few_turns(code.parent, s.where) for s in beside)):
        return False
    made, maker = code, code.parent
    while maker is not None:
        if not _returns(state, maker, made) and not runs_once(state, maker) and _works_on_data(state, maker):
            return True
        made, maker = maker, maker.parent
    return False


_FEW = 20


def _is_in_few_turns(code: FunctionCode, where: Location) -> bool:
    """Whether loops of a function around a place go over a few numbers, all of them."""
    around = [n for n in walk(code.node) if isinstance(n, REPEATING) and contains(span(n), span_of(where))]
    return bool(around) and all(isinstance(n, ast.For) and _turns(n.iter) <= _FEW for n in around)


def _turns(counted: ast.expr) -> float:
    """The number of turns of a loop over `range(10)`; without end where the text does not say it."""
    is_range = (
        isinstance(counted, ast.Call) and isinstance(counted.func, ast.Name) and counted.func.id == "range"
    )
    if not is_range or not isinstance(counted, ast.Call) or len(counted.args) != 1:
        return math.inf
    (end,) = counted.args
    return end.value if isinstance(end, ast.Constant) and isinstance(end.value, int) else math.inf


def _returns(state: State, maker: FunctionCode, made: FunctionCode) -> bool:
    found = (atom for context in state.contexts_of(maker) for atom in context.summary.returned)
    return any(isinstance(atom, Function) and atom.code is made for atom in found)


def _works_on_data(state: State, code: FunctionCode) -> bool:
    contexts = state.contexts_of(code)
    given = (value for context in contexts for value in context.arguments.values())
    return any(holds_tensor(state, value) for value in given) or any(
        site.loop or site.mapped for context in contexts for site in context.sites
    )
