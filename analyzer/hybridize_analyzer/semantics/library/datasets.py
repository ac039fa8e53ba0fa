"""`tf.data`: what a dataset yields."""

from __future__ import annotations

import ast
from collections.abc import Callable

from hybridize_analyzer.semantics.definitions import allocate
from hybridize_analyzer.semantics.events import Kind
from hybridize_analyzer.semantics.heap import ELEMENTS
from hybridize_analyzer.semantics.library.common import (
    call_callback,
)
from hybridize_analyzer.semantics.library.constants import content_dtype
from hybridize_analyzer.semantics.library.functional import batched, enter_functional, leave_functional
from hybridize_analyzer.semantics.sequences import elements_of, items_of
from hybridize_analyzer.semantics.state import Bindings, Frame, State
from hybridize_analyzer.semantics.values import (
    NOTHING,
    UNKNOWN,
    Array,
    Ref,
    Tensor,
    Tuple,
    Value,
    one,
    union,
)

Args = tuple[Value, ...]
Model = Callable[[State, Frame, ast.AST, Args, Bindings], Value]


def dataset(
    state: State, frame: Frame, node: ast.AST, name: str, source: Value | None, args: Args, keywords: Bindings
) -> Value:
    """A dataset, or one made from another."""
    ref = allocate(state, frame, node, "tensorflow.data.Dataset")
    element = source or one(Tensor())
    if name == "from_tensor_slices" and args:
        element = _dataset_slice(state, frame, args[0], node)
    elif name == "range":
        element = one(Tensor("tensor", "int64", ()))
    elif name in ("map", "interleave", "flat_map") and args:
        enter_functional(frame)
        given = items_of(state, element) or (element,)
        element = call_callback(state, frame, node, args[0], given, traced=True)
        leave_functional(frame)
    elif name == "filter" and args:
        call_callback(state, frame, node, args[0], items_of(state, element) or (element,), traced=True)
    elif name == "batch":
        element = _batch(element)
    elif name == "zip":
        element = (
            one(Tuple(tuple(elements_of(state, frame, a, node) for a in (items_of(state, args[0]) or args))))
            if args
            else element
        )
    state.heap.write(ref.key, ELEMENTS, element)
    return one(ref)


def _batch(value: Value) -> Value:
    return union(NOTHING, *(batched(a) for a in value))


def _dataset_slice(state: State, frame: Frame, value: Value, node: ast.AST) -> Value:
    if len(value) == 1:
        (atom,) = value
        if isinstance(atom, Tuple):
            return one(Tuple(tuple(_dataset_slice(state, frame, e, node) for e in atom.elements)))
        if isinstance(atom, (Tensor, Array)):
            return one(Tensor("tensor", atom.dtype, atom.shape[1:] if atom.shape else None))
    return one(Tensor("tensor", content_dtype(state, value)))


def dataset_method(
    state: State, frame: Frame, node: ast.AST, name: str, ref: Ref, args: Args, keywords: Bindings
) -> Value:
    element = state.heap.read(ref.key, ELEMENTS)
    if name in ("as_numpy_iterator", "reduce", "save", "get_single_element"):
        state.emit(frame, node, Kind.EAGER_ONLY, f"`Dataset.{name}` is called")
        return UNKNOWN
    if name in ("cardinality", "__len__"):
        return one(Tensor("tensor", "int64", ()))
    return dataset(state, frame, node, name, element, args, keywords)
