"""Where things stand in one function body (or at the top level of a module), indexed in one walk."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

from hybridize_analyzer.domain.state import State
from hybridize_analyzer.program.code import BINDING, FunctionCode, bound_names, children, found_once
from hybridize_analyzer.report import Location

Span = tuple[int, int, int, int]
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
REPEATING = (ast.For, ast.AsyncFor, ast.While, *COMPREHENSIONS)
_EXITS = (ast.Return, ast.Raise, ast.Break, ast.Continue, ast.Yield, ast.YieldFrom)


@dataclass(frozen=True, slots=True)
class Places:
    """expressions: calls and dict displays.  exits: lines that may leave the function or a loop.

    loops: what repeats.  bindings: the places that bind a name.
    """

    expressions: dict[Span, ast.expr] = field(default_factory=dict)
    exits: list[int] = field(default_factory=list)
    loops: list[Span] = field(default_factory=list)
    bindings: dict[str, list[Span]] = field(default_factory=dict)

    def in_loop(self, place: Span) -> bool:
        """Whether a place is in a loop or a comprehension."""
        return any(contains(loop, place) for loop in self.loops)


def root_of(state: State, path: str, code: FunctionCode | None) -> ast.AST:
    """The syntax of a function, or of a module, which an edit may change."""
    if code is None:
        state.read_top(path)
        return state.modules[path].tree
    state.read_body(code)
    return code.node


def places_in(state: State, path: str, code: FunctionCode | None) -> Places:
    """The places of a function, or of a module."""
    key, root = path if code is None else code, root_of(state, path, code)
    found = state.places.get(key)
    if found is None:
        found = state.places[key] = _index(root)
    assert isinstance(found, Places)
    return found


@dataclass(frozen=True, slots=True)
class Nesting:
    """The functions of a module in order: start, place, place of the body, and which one is around it (-1 for none)."""

    starts: list[tuple[int, int]] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)
    bodies: list[Span] = field(default_factory=list)
    outer: list[int] = field(default_factory=list)


def nesting_in(state: State, path: str) -> Nesting:
    """How the functions of a module are nested."""
    key = ("nesting", path)
    found = state.places.get(key)
    if found is None:
        functions = state.modules[path].functions
        found = state.places[key] = _nesting(
            [span(f.node) for f in functions], [_body(f.node) for f in functions]
        )
    assert isinstance(found, Nesting)
    return found


def _body(function: ast.AST) -> Span:
    """The place of a body: defaults and hints of parameters are evaluated around the function."""
    body = getattr(function, "body", None)
    first = body[0] if isinstance(body, list) else body
    if first is None:
        return span(function)
    return (
        *min(span(node)[:2] for node in (first, *getattr(first, "decorator_list", ()))),
        *span(function)[2:],
    )


def _nesting(spans: list[Span], bodies: list[Span]) -> Nesting:
    around: list[int] = []
    outer: list[int] = []
    for index, place in enumerate(spans):
        while around and not contains(spans[around[-1]], place):
            around.pop()
        outer.append(around[-1] if around else -1)
        around.append(index)
    return Nesting([place[:2] for place in spans], spans, bodies, outer)


def _index(scope: ast.AST) -> Places:
    """The places of all statements of a body, each of which is walked once however often others are edited."""
    body = getattr(scope, "body", [])
    places = Places()
    for statement in reversed(body if isinstance(body, list) else [body]):
        inside = found_once(statement, _places_of)
        places.expressions.update(inside.expressions)
        places.exits.extend(inside.exits)
        places.loops.extend(inside.loops)
        for name, found in inside.bindings.items():
            places.bindings.setdefault(name, []).extend(found)
    return places


def _places_of(statement: ast.AST) -> Places:
    places = Places()
    for node in _own_nodes(statement):
        if isinstance(node, (ast.Call, ast.Dict)):
            places.expressions[span(node)] = node
        elif isinstance(node, _EXITS):
            places.exits.append(node.lineno)
        if isinstance(node, REPEATING):
            places.loops.append(span(node))
        if isinstance(node, BINDING):
            for name in bound_names(node):
                places.bindings.setdefault(name, []).append(span(node))
    return places


def _own_nodes(statement: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a statement, without the bodies of functions and classes in it."""
    pending = [statement]
    while pending:
        node = pending.pop()
        yield node
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            pending += [*node.decorator_list, node.args]
        elif isinstance(node, ast.Lambda):
            pending.append(node.args)
        elif isinstance(node, ast.ClassDef):
            pending += [*node.decorator_list, *node.bases]
        else:
            pending += children(node)


def span(node: ast.AST) -> Span:
    """First and last line and column, as `ast` counts them."""
    line, column = getattr(node, "lineno", 0), getattr(node, "col_offset", 0)
    return (
        line,
        column,
        getattr(node, "end_lineno", None) or line,
        getattr(node, "end_col_offset", None) or column,
    )


def span_of(where: Location) -> Span:
    return where.line, where.column - 1, where.end_line, where.end_column - 1


def contains(outer: Span, inner: Span) -> bool:
    return outer[:2] <= inner[:2] and inner[2:] <= outer[2:]
