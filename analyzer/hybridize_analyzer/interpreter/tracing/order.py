"""Which part of a body is certainly done when another one is reached, as the text shows."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.interpreter.tracing.alike import is_one
from hybridize_analyzer.interpreter.tracing.places import Span, contains, places_in, span
from hybridize_analyzer.program.code import children, walk

_STRAIGHT = (ast.With, ast.AsyncWith)
_PERHAPS = (ast.IfExp, ast.BoolOp, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def is_done_before(scope: ast.AST, first: Span, then: Span) -> bool:
    """Whether a call has been made, in the same turn of all loops around both, when a later place of a body is reached."""
    if first[2:] > then[:2]:
        return False
    if isinstance(scope, ast.Lambda):
        return all(_is_certain(scope.body, place) for place in (first, then))
    return any(_is_in_front(block, first, then) for block in blocks(scope))


def has_run(state: State, frame: Frame, key: str, then: Span) -> bool:
    """Whether a layer has been called, here or by what is called here on every way, when a place of the body is reached."""
    called = frame.ran.get(key, ())
    return is_one(state, key) and any(is_done_before(frame.body, place, then) for place in called)


def is_passed_always(state: State, frame: Frame, place: Span) -> bool:
    """Whether every call of the current function has come to a place of its body by the time that it returns."""
    code = frame.function
    if not frame.is_certain or (code is not None and code.is_generator):
        return False
    return all(line >= place[0] for line in places_in(state, frame.module.path, code).exits)


def loop_before(scope: ast.AST, first: Span, then: Span) -> ast.expr | None:
    """What a loop runs over that is done before a later place of a body, and makes a call in each of its turns."""
    loops = [
        node
        for node in walk(scope)
        if isinstance(node, (ast.For, ast.ListComp)) and contains(span(node), first)
    ]
    if len(loops) != 1 or contains(span(loops[0]), then) or not is_done_before(scope, span(loops[0]), then):
        return None
    return _runs_over(loops[0], first)


def _runs_over(loop: ast.For | ast.ListComp, call: Span) -> ast.expr | None:
    """What a loop runs over, if every turn of it makes a call."""
    if isinstance(loop, ast.ListComp):
        (only,) = loop.generators if len(loop.generators) == 1 else (None,)
        plain = only is not None and not only.ifs and not only.is_async
        return only.iter if only is not None and plain and _is_certain(loop.elt, call) else None
    jumps = any(isinstance(node, (ast.Break, ast.Continue, ast.Return)) for node in walk(loop))
    calling = next((n for n in loop.body if contains(span(n), call)), None)
    return loop.iter if calling is not None and not jumps and _is_certain(calling, call) else None


def blocks(scope: ast.AST) -> Iterator[list[ast.stmt]]:
    """The blocks of a body, those of functions inside it aside."""
    pending = [scope]
    while pending:
        node = pending.pop()
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list):
                yield block
        inside = [n for n in children(node) if isinstance(n, (ast.stmt, ast.ExceptHandler, ast.match_case))]
        pending += [
            n for n in inside if not isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
        ]


def _is_in_front(block: list[ast.stmt], first: Span, then: Span) -> bool:
    """Whether a statement of a block makes a call on every way, and it or a later one leads to the other place."""
    calling = next((n for n in block if contains(span(n), first)), None)
    later = next((n for n in block if contains(span(n), then)), None)
    if calling is None or later is None:
        return False
    return _is_certain(calling, first) and (calling is not later or _is_certain(later, then))


def _is_certain(node: ast.AST, place: Span) -> bool:
    """Whether a statement or an expression comes to a place inside of it whenever it is run to its end, and once."""
    while span(node) != place:
        inner = next((n for n in _parts(node) if contains(span(n), place)), None)
        if inner is None or isinstance(node, _PERHAPS):
            return False
        node = inner
    return True


def _parts(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a statement or an expression that are evaluated whenever it is."""
    if isinstance(node, ast.stmt) and not isinstance(node, _STRAIGHT):
        blocks = isinstance(getattr(node, "body", None), list)
        if isinstance(node, (ast.If, ast.While)):
            yield node.test
        elif isinstance(node, (ast.For, ast.AsyncFor)):
            yield node.iter
        elif not blocks and not isinstance(node, ast.Match):
            yield from _spanned(node)
    else:
        yield from _spanned(node)


def _spanned(node: ast.AST) -> Iterator[ast.AST]:
    """The children of a node, those without a place of their own replaced by theirs."""
    for child in children(node):
        if hasattr(child, "lineno"):
            yield child
        else:
            yield from _spanned(child)
