"""How much of a loop's turn a call in it can take: little beside an inner loop, and where few turns make it.

A prediction after each epoch saves nothing that is noticed beside the hundreds of steps of the epoch.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from hybridize_analyzer.domain.state import CallSite, State
from hybridize_analyzer.interpreter.tracing.places import Span, contains, span, span_of
from hybridize_analyzer.program.code import FunctionCode, children
from hybridize_analyzer.program.modules import is_test

LOOPS = (ast.For, ast.AsyncFor, ast.While)


def is_seldom_in_turns(state: State, code: FunctionCode, sites: Iterable[CallSite]) -> bool:
    """Whether every loop that calls a function does most of its work elsewhere.

    sites: the calls of the function.
    """
    looped = [s for s in sites if s.loop and not (s.traced or s.mapped or is_test(s.where.path))]
    if not looped or not all(_is_seldom(state, site) for site in looped):
        return False
    callers = {s.caller for s in sites if s.caller is not None and not s.traced} - {code}
    return all(state.above(caller).driven is None for caller in callers)


def _is_seldom(state: State, site: CallSite) -> bool:
    root = state.modules[site.where.path].tree if site.caller is None else site.caller.node
    place = span_of(site.where)
    around = [node for node in _down_to(root, place) if isinstance(node, (*LOOPS, ast.If))]
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
