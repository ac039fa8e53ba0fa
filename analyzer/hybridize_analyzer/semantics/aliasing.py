"""One tensor as two arguments: a graph has two placeholders, and takes gradients with respect to each alone."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from hybridize_analyzer.semantics.events import Event, Kind
from hybridize_analyzer.semantics.program import FunctionCode
from hybridize_analyzer.semantics.state import Frame, State

_TWICE = "given twice"


def note_arguments(state: State, frame: Frame, node: ast.AST, code: FunctionCode) -> None:
    """Remembers that a call gives a function the same variable or attribute twice."""
    if not isinstance(node, ast.Call) or len(node.args) + len(node.keywords) < 2:
        return
    given = [*node.args, *(k.value for k in node.keywords)]
    names = [ast.unparse(a) for a in given if isinstance(a, (ast.Name, ast.Attribute))]
    if len(set(names)) < len(names):
        state.note(_TWICE, code, frame.module.location(node))


def as_shared(state: State, code: FunctionCode, events: Iterable[Event]) -> Iterator[Event]:
    """The events; gradients with respect to tensors are reasons against a graph where a call gives a tensor twice."""
    twice = state.noted(_TWICE, code) is not None
    message = "the gradient depends on whether two arguments are the same tensor"
    for event in events:
        shared = twice and event.kind is Kind.DIFFERENTIATED
        yield event._replace(kind=Kind.PYTHON_VALUE, message=message) if shared else event
