"""Until where in a body what a call does may still go on: generators, coroutines and contexts run beside what follows.

Most calls are over where the next expression is evaluated.  A generator runs while somebody takes its elements, a context
has an end behind its block, and an assignment sets its targets after all that is written behind them.
"""

from __future__ import annotations

import ast
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

from hybridize_analyzer.domain.state import CallSite, State
from hybridize_analyzer.domain.values import Function
from hybridize_analyzer.facts.following import runs_later
from hybridize_analyzer.interpreter.tracing.demands import called_name
from hybridize_analyzer.interpreter.tracing.places import Span, contains, places_in, root_of, span, span_of
from hybridize_analyzer.interpreter.values.descriptors import decorator_names
from hybridize_analyzer.interpreter.values.writes import CONTAINER_CHANGING
from hybridize_analyzer.program.code import FunctionCode, children, found_once

_CONTEXTS = frozenset({"contextmanager", "asynccontextmanager"})
_ENDS = ("__exit__", "__aexit__")
_AT_END = frozenset(
    {"callback", "push", "enter_context", "push_async_callback", "push_async_exit", "enter_async_context"}
)
"""The methods of an `ExitStack`: what they are given runs when the stack is closed, or until then."""
_SETTING = frozenset({"setattr", "delattr", "__setattr__", "__delattr__", "__setitem__", "__delitem__"})
"""What sets attributes and items where it is called."""
_TAKING_ALL = frozenset({"list", "tuple", "set", "frozenset", "dict", "sorted", "sum", "max", "min", "deque"})
"""What takes all elements of an iterator before it returns."""
_RUNNING = frozenset({"run", "run_until_complete"})
"""What runs a coroutine until it ends."""


@dataclass(frozen=True, slots=True)
class _Parts:
    """Places of a body. statements: simple ones, and the expressions in the headers of others, in order.

    contexts: those of `with` statements, each with the whole statement.  loops: what `for` runs over, in the same way.
    taken: what is given to something that takes all elements.  awaited: what is awaited, or run as a coroutine.
    """

    statements: list[Span] = field(default_factory=list)
    contexts: list[tuple[Span, Span]] = field(default_factory=list)
    loops: list[tuple[Span, Span]] = field(default_factory=list)
    taken: list[Span] = field(default_factory=list)
    awaited: set[Span] = field(default_factory=set)


def lasts_until(state: State, code: FunctionCode, site: CallSite) -> Span | None:
    """The place in the calling body behind which a call of a function does nothing any more; None where that is not seen.

    It begins where the call begins, or before.
    """
    if runs_later(state, site):
        return None
    place = span_of(site.where)
    parts = found_once(_body(state, site), _parts_of)
    if code.is_generator or code.name in _ENDS:
        return _until_exhausted(code, place, parts)
    if isinstance(code.node, ast.AsyncFunctionDef):
        return statement_around(parts.statements, place) if place in parts.awaited else None
    call = places_in(state, site.where.path, site.caller).expressions.get(place)
    if call is not None and called_name(call) in _AT_END and called_name(call) != code.name:
        return None
    return statement_around(parts.statements, place)


def _until_exhausted(code: FunctionCode, place: Span, parts: _Parts) -> Span | None:
    """The same for generators, those of contexts among them, and for the ends of contexts."""
    if code.name in _ENDS or decorator_names(Function(code)) & _CONTEXTS:
        return next((whole for context, whole in parts.contexts if context == place), None)
    if any(contains(taken, place) for taken in parts.taken):
        return statement_around(parts.statements, place)
    return next((whole for iterated, whole in parts.loops if contains(iterated, place)), None)


def comes_later(state: State, code: FunctionCode, place: Span) -> bool:
    """Whether a place in a body is a call that is given what makes a change, to call it at another time.

    A stack of contexts does so where it ends: `stack.callback(setattr, self, "rate", 2.0)`.
    """
    call = places_in(state, code.module.path, code).expressions.get(place)
    if not isinstance(call, ast.Call):
        return False
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    return called_name(call) in _AT_END or any(map(_changes_when_called, given))


def _changes_when_called(given: ast.expr) -> bool:
    """Whether an argument is a function that changes something, as far as its name tells."""
    name = getattr(given, "attr", getattr(given, "id", ""))
    return name in _SETTING or (isinstance(given, ast.Attribute) and name in CONTAINER_CHANGING)


def change_until(root: ast.AST, place: Span) -> Span:
    """The statement in a body that makes a change at a place; of a statement with a block, the part of its header."""
    return statement_around(found_once(root, _parts_of).statements, place)


def statement_around(statements: list[Span], place: Span) -> Span:
    index = bisect_right(statements, place[:2], key=lambda found: found[:2]) - 1
    return statements[index] if index >= 0 and contains(statements[index], place) else place


def _body(state: State, site: CallSite) -> ast.AST:
    return root_of(state, site.where.path, site.caller)


def _parts_of(root: ast.AST) -> _Parts:
    parts = _Parts()
    for node in _inside(root):
        match node:
            case ast.With(items=items) | ast.AsyncWith(items=items):
                parts.contexts.extend((span(item.context_expr), span(node)) for item in items)
            case ast.For(iter=iterated) | ast.AsyncFor(iter=iterated):
                parts.loops.append((span(iterated), span(node)))
            case ast.comprehension(iter=iterated):
                # What is given to a generator expression comes later, with all of it.
                parts.taken.append(span(iterated))
            case ast.Await(value=awaited):
                parts.awaited.add(span(awaited))
            case ast.Call(args=[first, *_]) if called_name(node) in _TAKING_ALL:
                parts.taken.append(span(first))
            case ast.Call(args=[first, *_]) if called_name(node) in _RUNNING:
                parts.awaited.add(span(first))
        if isinstance(node, ast.stmt):
            simple = not hasattr(node, "body") and not isinstance(node, ast.Match)
            headers = (child for child in children(node) if isinstance(child, (ast.expr, ast.withitem)))
            parts.statements.extend(map(_whole, [node] if simple else headers))
    parts.statements.sort()
    return parts


def _whole(node: ast.AST) -> Span:
    if isinstance(node, ast.withitem):
        end = node.optional_vars or node.context_expr
        return (*span(node.context_expr)[:2], *span(end)[2:])
    return span(node)


def _inside(root: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a body, without those of the functions in it."""
    pending = list(children(root))
    while pending:
        node = pending.pop()
        yield node
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            pending += children(node)
