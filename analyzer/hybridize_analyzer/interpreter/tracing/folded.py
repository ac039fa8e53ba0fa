"""Shapes that a function gives to a graph around it: made of lengths and constants, they are numbers while that is traced.

Once the function is a graph of its own, its result is a tensor without a value: `tf.reshape` does not know what it gives.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence

from hybridize_analyzer.domain.classes import is_keras_callable
from hybridize_analyzer.domain.events import Event, Kind
from hybridize_analyzer.domain.state import CallSite, Context, Frame, State
from hybridize_analyzer.domain.values import Tensor
from hybridize_analyzer.program.code import found_once, walk

_SHAPING = "a graph takes a result for a shape"


def note_shape(state: State, frame: Frame, node: ast.expr) -> None:
    """Remembers the calls that give an operation inside a graph a shape, lengths or the like."""
    if not _is_in_graph(state, frame):
        return
    for call in _giving(frame.body, node):
        state.note(_SHAPING, frame.module.location(call), frame.module.location(node))


def _giving(root: ast.AST, expression: ast.expr) -> Iterator[ast.Call]:
    """The calls that give an expression itself, or a number in it; not those of whose results something else is made."""
    bound, pending, followed = found_once(root, _assigned), [expression], set[str]()
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Call):
            yield node
        elif isinstance(node, ast.Name) and node.id not in followed:
            followed.add(node.id)
            pending += bound.get(node.id, ())
        elif isinstance(node, (ast.List, ast.Tuple)):
            pending += node.elts
        elif isinstance(node, ast.BinOp):
            pending += (node.left, node.right)


def _assigned(root: ast.AST) -> dict[str, list[ast.expr]]:
    found: dict[str, list[ast.expr]] = {}
    for node in walk(root):
        for target in node.targets if isinstance(node, ast.Assign) else ():
            if isinstance(target, ast.Name) and isinstance(node, ast.Assign):
                found.setdefault(target.id, []).append(node.value)
    return found


def _is_in_graph(state: State, frame: Frame) -> bool:
    """Whether a graph runs it, as Keras does with the `call` of a layer while it builds a model."""
    code = frame.function
    layer = code is not None and code.name == "call" and code.cls is not None
    return frame.traced or (
        layer and code is not None and code.cls is not None and is_keras_callable(state, code.cls)
    )


def taken_for_shape(state: State, contexts: Sequence[Context], sites: Iterable[CallSite]) -> Iterator[Event]:
    """A graph around a function takes what it returns for a shape.  sites: the calls of the function."""
    returned = [a for c in contexts for a in c.summary.returned if isinstance(a, Tensor)]
    if any(atom.dtype is None or atom.dtype.startswith("int") for atom in returned):
        noted = [where for site in sites if (where := state.noted(_SHAPING, site.where)) is not None]
        if noted:
            message = "a graph around it takes its result for a shape, and does not know its value any more"
            yield Event(Kind.SHAPE, message, min(noted))
