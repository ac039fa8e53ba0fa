"""Tensors that are made of several: ragged and sparse tensors, slices of gradients, tensor arrays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.contents import items_of
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.state import Bindings, State
from hybridize_analyzer.domain.truth import truth
from hybridize_analyzer.domain.values import NOTHING, Shape, Tensor, Value, one, tensors
from hybridize_analyzer.interpreter.values.arithmetic import part_of
from hybridize_analyzer.knowledge import tensors as members
from hybridize_analyzer.library.common import argument, dtype_of
from hybridize_analyzer.library.tensorflow.agreement import check_python_value
from hybridize_analyzer.shapes import composites as shapes
from hybridize_analyzer.shapes.spec import integer, integers, join_shapes, spec_of

Args = tuple[Value, ...]
Model = Callable[[Call], Value]
Shaped = Callable[[State, Args, Bindings], "Shape | None"]
_DEPTH = 4


def tensor_array(call: Call) -> Value:
    call.frame.ops += 1
    grows = truth(call.argument(2, "dynamic_size") or NOTHING)
    if grows:
        call.emit(Kind.COMPILE, "a `tf.TensorArray` of dynamic size stays empty under XLA")
    for name in ("element_shape", "dynamic_size", "infer_shape"):
        check_python_value(call, f"`{name}` of `tf.TensorArray`", call.keywords.get(name))
    size = call.argument(1, "size") or NOTHING
    length = None if grows is not False and "dynamic_size" in call.keywords else integer(size)
    element = call.keywords.get("element_shape")
    shape = None if element is None else integers(call.state.heap, element)
    dtype = dtype_of(call.argument(0, "dtype"))
    inferred = "infer_shape" not in call.keywords or truth(call.keywords["infer_shape"]) is True
    if shape is None and not inferred:  # a graph knows nothing of the shapes of the elements
        return one(Tensor("array", dtype, dynamic=True, unranked=True))
    return one(Tensor("array", dtype, None if shape is None else (length, *shape)))


def slices(call: Call) -> Value:
    spec = spec_of(call.state.heap, call.argument(0, "values") or NOTHING)
    return one(Tensor("slices", spec.dtype, spec.shape))


def _leaf_dtypes(state: State, value: Value, depth: int = _DEPTH) -> set[str | None]:
    """The dtypes of numbers and tensors in nested lists; empty lists have none."""
    items = None if tensors(value) or not depth else items_of(state, value)
    if items is None:
        return {spec_of(state.heap, value).dtype}
    return set().union(*(_leaf_dtypes(state, item, depth - 1) for item in dict.fromkeys(items)))


def _depth(state: State, value: Value) -> int | None:
    """How deeply lists are nested; None where that is not known."""
    items = None if (leaf := spec_of(state.heap, value).shape == ()) else items_of(state, value)
    if items is None:
        return 0 if leaf else None
    depths = [_depth(state, item) for item in items]
    return None if None in depths else 1 + max((d for d in depths if d is not None), default=0)


def of_lists(state: State, args: Args, keywords: Bindings) -> Shape | None:
    """`tf.ragged.constant`: every axis below the first is ragged, unless an argument says otherwise."""
    value = argument(args, keywords, 0, "pylist") or NOTHING
    items, depth = items_of(state, value), _depth(state, value)
    if items is None or depth is None or len(args) > 2 or not keywords.keys() <= {"pylist", "dtype"}:
        return None
    return (len(items), *(None,) * (depth - 1))


def of_rows(partition: str, extra: int) -> Shaped:
    """partition: the parameter that says where rows end.  extra: how many more entries than rows it has."""

    def shape(state: State, args: Args, keywords: Bindings) -> Shape | None:
        values = argument(args, keywords, 0, "values") or NOTHING
        found = [t for t in tensors(values) if t.kind == "ragged"]
        inner = found[0].shape if found else spec_of(state.heap, values).shape
        if not inner:
            return None
        rows = spec_of(state.heap, argument(args, keywords, 1, partition) or NOTHING).shape
        count = None if not rows or rows[0] is None else rows[0] - extra
        return (count, None, *inner[1:])

    return shape


def of_ids(state: State, args: Args, keywords: Bindings) -> Shape | None:
    """`from_value_rowids`: the ids say how many rows there are, unless the call does."""
    values = spec_of(state.heap, argument(args, keywords, 0, "values") or NOTHING).shape
    count = integer(argument(args, keywords, 2, "nrows") or NOTHING)
    return (count, None, *values[1:]) if values else None


def of_tensor(state: State, args: Args, keywords: Bindings) -> Shape | None:
    given = keywords.keys() <= {"tensor", "lengths", "padding"} and len(args) < 4
    return (
        shapes.of_dense(spec_of(state.heap, argument(args, keywords, 0, "tensor") or NOTHING).shape)
        if given
        else None
    )


def of_dense_shape(state: State, args: Args, keywords: Bindings) -> Shape | None:
    return integers(state.heap, argument(args, keywords, 2, "dense_shape") or NOTHING)


def made(kind: str, position: int, name: str, shaped: Shaped) -> Model:
    """position, name: of the argument with the values, which have the dtype of the result."""

    def model(call: Call) -> Value:
        call.frame.ops += 1
        given, values = call.keywords.get("dtype"), call.argument(position, name)
        check_python_value(call, "`ragged_rank`", call.keywords.get("ragged_rank"))
        shape = shaped(call.state, call.args, call.keywords)
        found = set() if values is None else _leaf_dtypes(call.state, values)
        dtype = found.pop() if len(found) == 1 else None
        if given is not None or (name == "pylist" and len(call.args) > 1):
            dtype = None if given is None else dtype_of(given)
        return one(Tensor(shapes.kind_of(kind, shape), dtype, shape, dynamic=_is_open(kind, shape)))

    return model


def _is_open(kind: str, shape: Shape | None) -> bool:
    """Whether a graph knows less of the shape than its rows leave open."""
    return shape is not None and None in (shape[:1] if kind == "ragged" else shape)


def call_member(state: State, name: str, tensor: Tensor, args: Args, keywords: Bindings) -> Value | None:
    """A method of a ragged tensor or a tensor array; None for what is none of them."""
    if tensor.kind == "array" and name == "write":
        value = argument(args, keywords, 1, "value") or NOTHING
        return one(_filled(tensor if tensor.unranked else _written(state, tensor, value), value))
    if tensor.kind == "array" and name in ("scatter", "unstack", "split", "identity"):
        position = 0 if name == "unstack" else 1
        return one(_filled(tensor, argument(args, keywords, position, "value") or NOTHING))
    if tensor.kind == "array" and name == "size":
        return one(Tensor("tensor", "int32", ()))
    if tensor.kind not in ("array", "ragged") or name not in members.COMPUTES:
        return None
    shape = (
        shapes.member(tensor.kind, name, tensor.shape)
        if name in _PLAIN_CALLS or not (args or keywords)
        else None
    )
    dtype = None if name in members.LENGTHS else tensor.dtype
    kind = "sparse" if name == "to_sparse" else "tensor"
    plain = Tensor(kind, dtype, shape, dynamic=shape != (), unranked=shape is None)
    return one(plain if name in members.LENGTHS else replace(plain, rounded=tensor.rounded, made=tensor.made))


_PLAIN_CALLS = ("read", "gather")
"""Their arguments say which elements, not how they look."""


def _filled(array: Tensor, value: Value) -> Tensor:
    """An array whose elements come from what its last and its earlier elements came from."""
    given = tensors(value)
    made = array.made
    for tensor in given:
        made = made.joined(part_of(tensor.made))
    return replace(array, rounded=array.rounded or any(t.rounded for t in given), made=made)


def _written(state: State, array: Tensor, value: Value) -> Tensor:
    """All elements of an array have one shape, which the first write may bring."""
    element = spec_of(state.heap, value).shape
    if element is None:
        return array
    known = array.shape or (None, *element)
    joined = join_shapes(known[1:], element)
    return replace(array, shape=None if joined is None else (known[0], *joined))
