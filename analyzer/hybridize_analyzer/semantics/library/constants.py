"""Tensors made of Python values: `tf.constant`, `tf.convert_to_tensor`."""

from __future__ import annotations

import ast
from collections.abc import Callable

from hybridize_analyzer.semantics.events import Kind
from hybridize_analyzer.semantics.heap import ELEMENTS
from hybridize_analyzer.semantics.library.common import (
    argument,
    contains_tensor,
    dtype_of,
    python_dtype,
)
from hybridize_analyzer.semantics.library.numpy import nested_shape
from hybridize_analyzer.semantics.operators import note_tensor_use
from hybridize_analyzer.semantics.sequences import items_of
from hybridize_analyzer.semantics.state import Bindings, Frame, State
from hybridize_analyzer.semantics.values import (
    NONE,
    UNKNOWN,
    Const,
    Ref,
    Shape,
    Tensor,
    Tuple,
    Value,
    one,
    tensors,
)

Args = tuple[Value, ...]
Model = Callable[[State, Frame, ast.AST, Args, Bindings], Value]


def constant(state: State, frame: Frame, node: ast.AST, args: Args, keywords: Bindings) -> Value:
    value = argument(args, keywords, 0, "value") or UNKNOWN
    given = argument(args, keywords, 1, "dtype")
    dtype = dtype_of(given) if given is not None and given != NONE else None
    note_tensor_use(state, frame, node, value)
    frame.ops += 1
    if contains_tensor(state, value) and not tensors(value) and _is_constant_call(node):
        state.emit(frame, node, Kind.PYTHON_VALUE, "`tf.constant` needs the value of a tensor")
    source = tensors(value)
    if source:
        return one(
            Tensor("tensor", dtype or source[0].dtype, source[0].shape, source[0].dynamic, source[0].rounded)
        )
    shape = nested_shape(_as_tuple(state, value)) or _list_shape(state, value)
    return one(Tensor("tensor", dtype or content_dtype(state, value), shape))


def _list_shape(state: State, value: Value) -> Shape | None:
    """The shape of a list of unknown length whose elements have one shape."""
    if len(value) != 1:
        return None
    (atom,) = value
    if not isinstance(atom, Ref) or state.heap.type_of(atom.key) != "builtins.list":
        return () if nested_shape(value) == () else None
    parts = {nested_shape(one(a)) for a in state.heap.read(atom.key, ELEMENTS)}
    inner = parts.pop() if len(parts) == 1 else None
    return None if inner is None else (None, *inner)


def _is_constant_call(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "constant"
    )


def _as_tuple(state: State, value: Value) -> Value:
    items = None if any(isinstance(a, Const) for a in value) else items_of(state, value)
    return one(Tuple(tuple(_as_tuple(state, i) for i in items))) if items is not None else value


def content_dtype(state: State, value: Value) -> str | None:
    as_tuple = _as_tuple(state, value)
    if as_tuple != value or any(isinstance(a, Tuple) for a in value):
        return python_dtype(as_tuple)
    for atom in value:
        if isinstance(atom, Ref):
            return python_dtype(state.heap.read(atom.key, ELEMENTS))
    return python_dtype(value)
