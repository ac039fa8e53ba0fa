"""Tapes and accumulators in the text of a program: who makes one, and where."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from hybridize_analyzer.domain.state import CallSite, State
from hybridize_analyzer.interpreter.tracing.places import Span, contains, root_of, span, span_of
from hybridize_analyzer.program.code import FunctionCode, children, found_once, walk
from hybridize_analyzer.report import Location

TAPE = "GradientTape"
ACCUMULATOR = "ForwardAccumulator"
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def what_opens(node: ast.AST) -> str:
    """The name of what a call makes, if that is a tape or an accumulator, and otherwise nothing."""
    called = node.func if isinstance(node, ast.Call) else None
    name = getattr(called, "attr", getattr(called, "id", ""))
    return name if name in (TAPE, ACCUMULATOR) else ""


def opens_tape(root: ast.AST) -> bool:
    """Whether a text makes a tape."""
    return opens(root, TAPE)


def opens(root: ast.AST, name: str) -> bool:
    """Whether a text makes a tape, or an accumulator."""
    return any(what_opens(node) == name for node in walk(root))


def recorded(root: ast.AST) -> frozenset[Span]:
    """The calls in the bodies of statements that make a tape: what they compute is differentiated as a rule."""
    parts = (part for statement in _making(walk(root)) for inner in statement.body for part in walk(inner))
    return frozenset(span(part) for part in parts if isinstance(part, ast.Call))


def is_recorded(state: State, site: CallSite) -> bool:
    """Whether a call stands in the body of a statement that makes a tape."""
    return span_of(site.where) in found_once(root_of(state, site.where.path, site.caller), recorded)


def is_on_tape(state: State, where: Location, caller: FunctionCode | None) -> bool:
    """Whether a place stands in the body of a statement that makes a tape, in a function or at the top of a module."""
    return any(
        contains(body, span_of(where)) for body in found_once(root_of(state, where.path, caller), _bodies)
    )


def _bodies(root: ast.AST) -> tuple[Span, ...]:
    """The statements that stand on a tape; those that make one in the same line as another count with it."""
    return tuple(span(statement) for statement in _making(walk(root)))


def _making(nodes: Iterable[ast.AST]) -> Iterator[ast.With]:
    """The statements that make a tape."""
    for node in nodes:
        if isinstance(node, ast.With) and any(opens_tape(item.context_expr) for item in node.items):
            yield node


def opens_otherwise(tree: ast.AST) -> bool:
    """Whether a module makes a tape that is not open in one body of `with` alone: one that is kept, or of a generator."""
    nodes = [*walk(tree)]
    opened = [i.context_expr for n in nodes if isinstance(n, ast.With) for i in n.items]
    named = {id(call.func) for call in opened if isinstance(call, ast.Call) and what_opens(call) == TAPE}
    if any(_names_tape(node) and id(node) not in named for node in nodes):
        return True
    return any(isinstance(n, (ast.Yield, ast.YieldFrom)) for body in _making(nodes) for n in walk(body))


def _names_tape(node: ast.AST) -> bool:
    """Whether a node names what makes tapes, or gives it another name."""
    if isinstance(node, ast.ImportFrom):
        return any(alias.name == TAPE and alias.asname not in (None, TAPE) for alias in node.names)
    return getattr(node, "attr", getattr(node, "id", "")) == TAPE


def opens_tapes_in_loop(body: ast.AST, *, looping: bool = False) -> bool:
    """Whether a loop of a body makes a tape in each turn, those of functions and classes inside of it aside."""
    for node in children(body):
        if isinstance(node, (*_DEFINITIONS, ast.Lambda)):
            continue
        inside = looping or isinstance(node, (ast.For, ast.While))
        if (looping and what_opens(node) == TAPE) or opens_tapes_in_loop(node, looping=inside):
            return True
    return False


def statements_at_top(state: State) -> Iterator[ast.stmt]:
    """The statements that run when modules are loaded, without definitions."""
    for module in state.modules.values():
        yield from (s for s in module.tree.body if not isinstance(s, _DEFINITIONS))
