"""How much of a loop's turn a call in it can take: little beside an inner loop, and where few turns make it.

A prediction after each epoch saves nothing that is noticed beside the hundreds of steps of the epoch.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Set

from hybridize_analyzer.domain.state import CallSite, State
from hybridize_analyzer.interpreter.tracing.places import (
    REPEATING,
    Span,
    contains,
    places_in,
    root_of,
    span,
    span_of,
)
from hybridize_analyzer.program.code import FunctionCode, children, found_once, parameter_names
from hybridize_analyzer.program.modules import is_test

LOOPS = (ast.For, ast.AsyncFor, ast.While)


LONG = 100
"""Turns of a loop up to which it may go through the words of a sentence."""


def is_seldom_in_turns(state: State, code: FunctionCode, sites: Iterable[CallSite]) -> bool:
    """Whether every loop that calls a function does most of its work elsewhere.

    sites: the calls of the function.  What calls it may be called by such loops, too: what shows pictures now and then.
    """
    return _is_seldom_called(state, code, sites, frozenset({code}))


def _is_seldom_called(
    state: State, code: FunctionCode, sites: Iterable[CallSite], seen: Set[FunctionCode]
) -> bool:
    eager = list(_eager(sites))
    looped = [site for site in eager if site.loop and not site.parts]
    driven = {s.caller for s in eager if s.caller is not None and state.above(s.caller).driven} - {code}
    if not (looped or driven) or not all(_is_seldom(state, site) for site in looped):
        return False
    return all(
        caller is not None
        and caller not in seen
        and _is_seldom_called(state, caller, state.sites_of(caller), seen | {caller})
        for caller in driven
    )


def is_in_one_loop(state: State, sites: Iterable[CallSite]) -> bool:
    """Whether each call in a loop stands in one `for` alone that nothing repeats: as through a sentence, or data."""
    eager = list(_eager(sites))
    looped = [site for site in eager if site.loop]
    repeated = any(s.caller is not None and state.above(s.caller).driven for s in eager)
    return bool(looped) and not repeated and all(_passes_once(state, site) for site in looped)


def _passes_once(state: State, site: CallSite) -> bool:
    loops = _around(state, site)
    if len(loops) != 1 or isinstance(loops[0], ast.While):
        return False
    turns = _turns(state, site, loops[0].iter) if isinstance(loops[0], ast.For) else None
    return turns is None or turns <= LONG


def _eager(sites: Iterable[CallSite]) -> Iterator[CallSite]:
    return (s for s in sites if not (s.assumed or s.traced or s.mapped or is_test(s.where.path)))


def _around(state: State, site: CallSite) -> list[ast.AST]:
    """The loops around a call in the calling body, from the outside."""
    return [
        node
        for node in _down_to(root_of(state, site.where.path, site.caller), span_of(site.where))
        if isinstance(node, REPEATING)
    ]


def _turns(state: State, site: CallSite, iterated: ast.expr) -> int | None:
    """How many turns a loop makes over `range` of numbers that stand in the text, or over a display; None of others."""
    if isinstance(iterated, (ast.Tuple, ast.List)):
        return None if any(isinstance(e, ast.Starred) for e in iterated.elts) else len(iterated.elts)
    if not (
        isinstance(iterated, ast.Call) and isinstance(iterated.func, ast.Name) and iterated.func.id == "range"
    ):
        return None
    numbers = [_number(state, site, argument) for argument in iterated.args]
    if iterated.keywords or not numbers or None in numbers or 0 in numbers[2:]:
        return None
    return len(range(*numbers))  # type: ignore[arg-type]


def _number(state: State, site: CallSite, node: ast.expr) -> int | None:
    """An integer in the text, or that of the one assignment to a name."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
        left, right = _number(state, site, node.left), _number(state, site, node.right)
        if left is None or right is None:
            return None
        return left + right if isinstance(node.op, ast.Add) else left - right
    if isinstance(node, ast.Constant):
        return node.value if type(node.value) is int else None
    if not isinstance(node, ast.Name):
        return None
    for caller in dict.fromkeys((site.caller, None)):
        bound = places_in(state, site.where.path, caller).bindings.get(node.id, [])
        if caller is not None and node.id in parameter_names(caller.node.args):
            return None
        if bound:
            root = root_of(state, site.where.path, caller)
            values = [v for name, v in found_once(root, _numbers) if name == node.id]
            return values[0] if len(values) == len(bound) == 1 else None
    return None


def _numbers(root: ast.AST) -> tuple[tuple[str, int], ...]:
    """The integers that are assigned to names."""
    return tuple(
        (node.targets[0].id, node.value.value)
        for node in ast.walk(root)
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and isinstance(node.value, ast.Constant)
        and type(node.value.value) is int
    )


def _is_seldom(state: State, site: CallSite) -> bool:
    place = span_of(site.where)
    around = [
        node
        for node in _down_to(root_of(state, site.where.path, site.caller), place)
        if isinstance(node, (*LOOPS, ast.If))
    ]
    last = max((i for i, node in enumerate(around) if isinstance(node, LOOPS)), default=None)
    if last is None:
        return False
    if any(isinstance(node, ast.If) and _counts_turns(node.test) for node in around[last + 1 :]):
        return True
    return any(_works(loop, place) for loop in _loops_in(around[last]))


def _down_to(root: ast.AST, place: Span) -> Iterator[ast.AST]:
    """The nodes around a place, from the outside."""
    node: ast.AST | None = root
    while node is not None:
        yield node
        node = next((child for child in children(node) if contains(span(child), place)), None)


def _counts_turns(test: ast.AST) -> bool:
    """Whether a condition holds in every so many turns: `step % 100 == 0`."""
    return any(isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod) for node in ast.walk(test))


def _loops_in(node: ast.AST) -> Iterator[ast.For | ast.AsyncFor | ast.While]:
    for child in ast.walk(node):
        if child is not node and isinstance(child, LOOPS):
            yield child


def _works(loop: ast.For | ast.AsyncFor | ast.While, place: Span) -> bool:
    """Whether a loop beside a place calls something that is not there for its elements alone."""
    if contains(span(loop), place):
        return False
    calls = (node for statement in loop.body for node in ast.walk(statement) if isinstance(node, ast.Call))
    return any(not (isinstance(call.func, ast.Name) and call.func.id in _TRIVIAL) for call in calls)


_TRIVIAL = frozenset("print len int float str range enumerate zip isinstance min max round format".split())
