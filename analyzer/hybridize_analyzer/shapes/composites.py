"""Shapes of tensors that are made of several: ragged and sparse tensors, slices of gradients, tensor arrays.

A ragged tensor has an open axis where its rows differ.  The shape of a `TensorArray` is that of its stack, the shape
of an `IndexedSlices` that of its values; neither has a member `shape` that says so.
"""

from __future__ import annotations

from hybridize_analyzer.domain.values import Shape, Tensor, Value, one
from hybridize_analyzer.knowledge import tensors as members
from hybridize_analyzer.shapes import composites as shapes

RAGGED_OR_SPARSE = ("ragged", "sparse")
COMPOSITE = (*RAGGED_OR_SPARSE, "slices")


def kind_of(kind: str, shape: Shape | None) -> str:
    """What has no open axis behind its first is not ragged."""
    return "tensor" if kind == "ragged" and shape is not None and None not in shape[1:] else kind


def of_dense(shape: Shape | None) -> Shape | None:
    """`RaggedTensor.from_tensor`: the rows may be cut, which their axis then does not say."""
    return None if shape is None or len(shape) < 2 else (shape[0], None, *shape[2:])


def part(kind: str, name: str, shape: Shape | None) -> Shape | None:
    """The shape of a member of a composite tensor."""
    if shape is None:
        return (None,) if (kind, name) in _VECTORS else None
    rank = len(shape)
    if name == "dense_shape":
        return (rank,)
    if kind == "sparse":
        return (None, rank) if name == "indices" else (None,)
    if kind == "slices":
        return shape[:1] if name == "indices" else shape
    if name == "row_splits":
        return (None if shape[0] is None else shape[0] + 1,)
    if name == "flat_values":
        return (None, *shape[2:]) if None not in shape[2:] else None
    return (None, *shape[2:])


_VECTORS = {("sparse", "values"), ("ragged", "row_splits"), ("slices", "indices")}


def member(kind: str, name: str, shape: Shape | None) -> Shape | None:
    """The shape of what a method without arguments of a ragged tensor or of a tensor array gives."""
    if name == "value_rowids":
        return (None,)
    if name == "bounding_shape":
        return (None if shape is None else len(shape),)
    if name in ("nrows", "nvals", "size"):
        return ()
    if shape is None:
        return (None,) if name == "row_lengths" else None
    if name == "row_lengths":
        return shape[:1]
    if kind == "array":
        return _of_array(name, shape)
    return shape if name in ("to_tensor", "to_sparse") else None


def _of_array(name: str, shape: Shape) -> Shape | None:
    if name == "read":
        return shape[1:]
    if name == "gather":
        return (None, *shape[1:])
    if name == "concat":
        return (None, *shape[2:]) if len(shape) > 1 else None
    return shape if name in ("stack", "close") else None


def tensor_part(tensor: Tensor, name: str) -> Value:
    """`ragged.values`, `sparse.indices`, …: a dense tensor whose length a graph does not know."""
    dtype = members.PARTS[tensor.kind][name]
    shape = shapes.part(tensor.kind, name, tensor.shape) if tensor.kind in shapes.COMPOSITE else None
    open_length = tensor.dynamic or shape is None or None in shape
    if dtype != members.SAME:
        return one(Tensor("tensor", dtype, shape, open_length))
    return one(Tensor("tensor", tensor.dtype, shape, open_length, tensor.rounded, made=tensor.made))
