"""What NumPy arrays do."""

from __future__ import annotations

import ast
from functools import cache

from hybridize_analyzer.domain.contents import contains_tensor
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.kinds import KindOfValue
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import (
    INT,
    MADE,
    UNKNOWN,
    Array,
    Bound,
    External,
    Iterator,
    Tuple,
    Value,
    const,
    has_tensor,
    is_partly_unseen,
    one,
)
from hybridize_analyzer.interpreter.values.indexing import note_holder_changed, part_of_tensor
from hybridize_analyzer.interpreter.values.unseen import note_set_anew
from hybridize_analyzer.interpreter.values.writes import change_arrays
from hybridize_analyzer.knowledge.exports import data
from hybridize_analyzer.shapes import promotion


@cache
def _members() -> frozenset[str]:
    """What arrays and numbers of NumPy have, those with a mask or with a class of their own among them."""
    classes = data("numpy")["classes"]
    known = ("ndarray", "generic", "matrix", "recarray", "ma.MaskedArray")
    return frozenset(dir(float)).union(*(classes[name][1] for name in known))


class Arrays(KindOfValue[Array]):
    """NumPy arrays, which compute on values: a tensor that meets one has to have a value."""

    def attribute(self, state: State, frame: Frame, node: ast.expr, atom: Array, name: str) -> Value:
        if name == "shape":
            if atom.shape is None:
                return one(Iterator(INT, source="shape"))
            return one(Tuple(tuple(const(a) if a is not None else INT for a in atom.shape)))
        if name in ("ndim", "size", "itemsize", "nbytes"):
            return INT
        if name == "T":
            return one(Array(atom.dtype, None if atom.shape is None else atom.shape[::-1], atom.homes))
        if name == "flat":
            return one(Array(atom.dtype, None, atom.homes))
        if name in ("real", "imag"):
            return one(Array(promotion.real(atom.dtype), atom.shape, atom.homes))
        if name == "dtype":
            return one(External(f"numpy.{atom.dtype}")) if atom.dtype else UNKNOWN
        if name not in _members():  # of what an array of objects holds
            note_set_anew(state, frame, node, name)
        return one(Bound(External(f"numpy.ndarray.{name}"), atom))

    def set_attribute(
        self, state: State, frame: Frame, target: ast.Attribute, atom: Array, value: Value
    ) -> None:
        change_arrays(state, frame, target, one(atom), "a NumPy array is changed in place")
        if not atom.homes or MADE in atom.homes:
            note_holder_changed(state, frame, target)

    def elements(self, state: State, frame: Frame, node: ast.AST, atom: Array) -> Value:
        return one(Array(atom.dtype, atom.shape[1:] if atom.shape else None, atom.homes))

    takes_tensor_index = True

    def item(self, state: State, frame: Frame, node: ast.Subscript, atom: Array, index: Value) -> Value:
        if has_tensor(index):
            state.emit(frame, node, Kind.NUMPY, "a NumPy array is indexed with a tensor")
        return part_of_tensor(state, frame, atom, node.slice, index)

    def set_item(
        self, state: State, frame: Frame, target: ast.Subscript, atom: Array, index: Value, value: Value
    ) -> None:
        if has_tensor(index) or contains_tensor(state, value):
            state.emit(frame, target, Kind.NUMPY, "a tensor is written into a NumPy array")
        elif is_partly_unseen(value):
            message = "what cannot be seen is written into a NumPy array"
            state.emit(frame, target, Kind.NUMPY_UNSEEN, message)
        change_arrays(state, frame, target, one(atom), "a NumPy array is changed in place")
        if not atom.homes or MADE in atom.homes:
            note_holder_changed(state, frame, target)
