"""Tapes and accumulators in the text of a program: who makes one, and where."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from hybridize_analyzer.domain.state import CallSite, State
from hybridize_analyzer.interpreter.tracing.places import Span, root_of, span, span_of
from hybridize_analyzer.program.code import children, found_once, walk

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
    made = (
        n for n in walk(root) if isinstance(n, ast.With) and any(opens_tape(i.context_expr) for i in n.items)
    )
    parts = (part for statement in made for inner in statement.body for part in walk(inner))
    return frozenset(span(part) for part in parts if isinstance(part, ast.Call))


def is_recorded(state: State, site: CallSite) -> bool:
    """Whether a call stands in the body of a statement that makes a tape."""
    return span_of(site.where) in found_once(root_of(state, site.where.path, site.caller), recorded)


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
