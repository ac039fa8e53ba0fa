"""One tensor as two arguments: a graph has two placeholders, and takes gradients with respect to each alone."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from hybridize_analyzer.domain.events import Event, Kind
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.program.code import FunctionCode

_TWICE = "given twice"


def note_arguments(state: State, frame: Frame, node: ast.AST, code: FunctionCode) -> None:
    """Remembers that a call gives a function the same variable or attribute twice."""
    if not isinstance(node, ast.Call) or len(node.args) + len(node.keywords) < 2:
        return
    named = (_dotted(a) for a in (*node.args, *(k.value for k in node.keywords)))
    names = [name for name in named if name is not None]
    if len(set(names)) < len(names):
        state.note(_TWICE, code, frame.module.location(node))


def _dotted(node: ast.expr) -> tuple[str, ...] | None:
    """`a.b.c` as a tuple, from its end; None for what is no name."""
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return (*parts, node.id) if isinstance(node, ast.Name) else None


def as_shared(state: State, code: FunctionCode, events: Iterable[Event]) -> Iterator[Event]:
    """The events of a function; gradients with respect to tensors only where some call gives it a tensor twice."""
    twice = state.noted(_TWICE, code) is not None
    message = "the gradient depends on whether two arguments are the same tensor"
    for event in events:
        if event.kind is not Kind.DIFFERENTIATED:
            yield event
        elif twice:
            yield event._replace(kind=Kind.PYTHON_VALUE, message=message)
