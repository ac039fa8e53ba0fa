"""Whether a variable of a function changes only once all calls of what reads it are over.

A script of measurements gives its names to one experiment after the other: `step` reads `params`, is timed, and then
`params` is the variable of the next experiment.  A graph of the first `step` is not called any more by then.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Set

from hybridize_analyzer.domain.heap import callable_key
from hybridize_analyzer.domain.state import CallSite, State, calls_of
from hybridize_analyzer.domain.values import Bound, Function, Hybrid, Partial, Ref, Tuple, Value, parts_of
from hybridize_analyzer.domain.values import Iterator as LazySequence
from hybridize_analyzer.interpreter.tracing.demands import called_name
from hybridize_analyzer.interpreter.tracing.places import Span, contains, places_in, root_of, span, span_of
from hybridize_analyzer.interpreter.tracing.runs import enclosing, is_called_unseen
from hybridize_analyzer.program.code import FunctionCode, found_once, parameter_names, walk
from hybridize_analyzer.report import Location


def follows(state: State, reader: FunctionCode, target: str, where: Location) -> bool:
    """Whether a function sets a variable of its own behind all calls that lead to a function inside it, which reads it.

    target: the variables of one run of the outer function.  where: the change.
    """
    owner = enclosing(state, where)
    if owner is None or not target.startswith(f"env:{owner.key}:") or not _is_inside(reader, owner):
        return False
    leading = state.leading_to(reader) - {owner}
    running = {code for code in leading if code is reader or owner in state.leading_to(code)}
    if owner.is_generator or state.is_recursive(owner) or not _stays(state, owner, leading, running):
        return False
    if not all(_runs_at_once(state, code, {owner, *running}) for code in running):
        return False
    calls = [
        span_of(site.where)
        for code in running
        for site in (state.sites_of(code) if _is_inside(code, owner) else _given(state, code, leading))
        if site.caller is owner
    ]
    return bool(calls) and all(_is_behind(state, owner, call, span_of(where)) for call in calls)


def _given(state: State, code: FunctionCode, leading: Set[FunctionCode]) -> Iterator[CallSite]:
    """The calls of a function that may hand it one of some functions."""
    for context in state.contexts_of(code):
        for call in calls_of(context):
            if context.crowded or any(_may_hold(value, leading) for value in call.arguments.values()):
                yield from context.sites if context.crowded else call.sites


def _may_hold(value: Value, codes: Set[FunctionCode]) -> bool:
    """Whether some functions may be in a value: alone, in a container, or in another callable."""
    return any(
        atom.code in codes if isinstance(atom, Function) else isinstance(atom, _HOLDING) for atom in value
    )


_HOLDING = (Ref, Tuple, LazySequence, Bound, Partial, Hybrid)


def _is_inside(code: FunctionCode, owner: FunctionCode) -> bool:
    while code.parent is not None:
        code = code.parent
        if code is owner:
            return True
    return False


def _stays(state: State, owner: FunctionCode, leading: Set[FunctionCode], running: Set[FunctionCode]) -> bool:
    """Whether the functions inside a function, by which one comes to the reader, are gone with the run that made them."""
    inside = [code for code in {*owner.module.functions, *leading} if _is_inside(code, owner)]
    rooted = frozenset(f"env:{code.key}:" for code in (owner, *inside))
    if any(_gives_callable(context.summary.returned) for context in state.contexts_of(owner)):
        return False
    return all(
        code.cls is None
        and not is_called_unseen(state, code)
        and state.heap.is_rooted_in(callable_key(code), rooted)
        and (code not in leading or all(site.caller in {owner, *running} for site in state.sites_of(code)))
        for code in inside
    )


def _gives_callable(value: Value) -> bool:
    return any(isinstance(atom, _CALLABLE) or any(map(_gives_callable, parts_of(atom))) for atom in value)


_CALLABLE = (Function, Bound, Partial, Hybrid, LazySequence)


def _runs_at_once(state: State, code: FunctionCode, callers: Set[FunctionCode]) -> bool:
    """Whether the calls of a function in some others are written as calls of it, or of a parameter, and run it then."""
    if code.is_generator or isinstance(code.node, ast.AsyncFunctionDef) or is_called_unseen(state, code):
        return False
    return all(_is_written(state, code, site) for site in state.sites_of(code) if site.caller in callers)


def _is_written(state: State, code: FunctionCode, site: CallSite) -> bool:
    if site.caller is None or site.library or runs_later(state, site):
        return False
    call = places_in(state, site.where.path, site.caller).expressions.get(span_of(site.where))
    return call is not None and called_name(call) in (code.name, *parameter_names(site.caller.node.args))


def runs_later(state: State, site: CallSite) -> bool:
    """Whether what is called runs when somebody takes the next element of an iterator that is made there."""
    path, place = site.where.path, span_of(site.where)
    body = root_of(state, path, site.caller)
    call = places_in(state, path, site.caller).expressions.get(place)
    lazily = call is not None and called_name(call) in _LAZY
    return lazily or any(contains(later, place) for later in found_once(body, _generators))


_LAZY = frozenset(
    {"map", "filter", "starmap", "accumulate", "takewhile", "dropwhile", "filterfalse", "groupby"}
)


def _generators(root: ast.AST) -> list[Span]:
    return [span(node) for node in walk(root) if isinstance(node, ast.GeneratorExp)]


def _is_behind(state: State, owner: FunctionCode, call: Span, change: Span) -> bool:
    """Whether a change comes after a call, in no loop with it."""
    loops = places_in(state, owner.module.path, owner).loops
    repeated = any(contains(loop, call) and contains(loop, change) for loop in loops)
    return call[2:] <= change[:2] and not repeated
