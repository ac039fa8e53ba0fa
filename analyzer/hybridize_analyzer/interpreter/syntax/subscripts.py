"""Subscripts: `x[i]` read and written."""

from __future__ import annotations

import ast

from hybridize_analyzer.domain.contents import contains_tensor
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import NOTHING, Atom, Opaque, Value, union
from hybridize_analyzer.interpreter.dispatch import evaluate
from hybridize_analyzer.interpreter.syntax import counters
from hybridize_analyzer.interpreter.tracing import lengths
from hybridize_analyzer.interpreter.values import special_methods


def read_subscript(state: State, frame: Frame, node: ast.Subscript) -> Value:
    """`value[index]`."""
    value = evaluate(state, frame, node.value)
    index = evaluate(state, frame, node.slice)
    lengths.note_open(state, frame, node, index)
    if frame.counters:
        counters.check(state, frame, node, value, index)
    special_methods.convert(state, frame, node, index, ("__index__", "__hash__", "__eq__"))
    return union(*(_item(state, frame, node, atom, index) for atom in value)) if value else NOTHING


def _item(state: State, frame: Frame, node: ast.Subscript, atom: Atom, index: Value) -> Value:
    kind = state.evaluator.kinds[type(atom)]
    if not kind.takes_tensor_index and contains_tensor(state, index):
        if isinstance(atom, Opaque):
            state.emit(frame, node, Kind.UNSEEN, "an object that cannot be seen is indexed with a tensor")
        else:
            state.emit(frame, node, Kind.PYTHON_VALUE, "a Python container is indexed with a tensor")
    return kind.item(state, frame, node, atom, index)


def write_subscript(state: State, frame: Frame, target: ast.Subscript, value: Value) -> None:
    """`target[index] = value`."""
    index = evaluate(state, frame, target.slice)
    lengths.note_open(state, frame, target, index)
    for atom in evaluate(state, frame, target.value):
        state.evaluator.kinds[type(atom)].set_item(state, frame, target, atom, index, value)
