"""Picking parts by position: `gather`, `scatter_nd`, `slice`, masks and partitions."""

from __future__ import annotations

from hybridize_analyzer.domain.values import Shape
from hybridize_analyzer.shapes.arrangement import limited, parts_of, target_shape
from hybridize_analyzer.shapes.spec import (
    BoundArguments,
    Repeated,
    Result,
    Rule,
    Several,
    Spec,
    matched,
    normalised,
)


def gather(bound: BoundArguments) -> Spec:
    """The indices' shape in place of the axis; leading batch axes are shared."""
    source, indices = bound.spec("params", "a", "x"), bound.spec("indices")
    if source.shape is None or indices.shape is None:
        return Spec(source.dtype)
    batch = bound.integer("batch_dims", 0)
    axis = bound.integer("axis", batch) if not bound.is_absent("axis") else batch
    at = normalised(axis, len(source.shape))
    if batch is None or at is None:
        return Spec(source.dtype)
    batch = batch % len(indices.shape) if batch < 0 and indices.shape else batch
    shared = join_known(source.shape[:batch], indices.shape[:batch])
    return Spec(
        source.dtype, (*shared, *source.shape[batch:at], *indices.shape[batch:], *source.shape[at + 1 :])
    )


def join_known(a: Shape, b: Shape) -> Shape:
    return tuple(x if x is not None else y for x, y in zip(a, b, strict=False))


def gather_nd(bound: BoundArguments) -> Spec:
    source, indices = bound.spec("params"), bound.spec("indices")
    batch = bound.integer("batch_dims", 0)
    if source.shape is None or not indices.shape or batch is None or indices.shape[-1] is None:
        return Spec(source.dtype)
    shared = join_known(source.shape[:batch], indices.shape[:batch])
    return Spec(source.dtype, (*shared, *indices.shape[batch:-1], *source.shape[batch + indices.shape[-1] :]))


def scatter_nd(bound: BoundArguments) -> Spec:
    return Spec(bound.spec("updates").dtype, target_shape(bound))


def boolean_mask(bound: BoundArguments) -> Spec:
    source, mask = bound.spec("tensor", "data"), bound.spec("mask")
    axis = 0 if bound.is_absent("axis") else bound.integer("axis")
    if source.shape is None or mask.shape is None or axis is None or axis < 0:
        return Spec(source.dtype)
    return Spec(source.dtype, (*source.shape[:axis], None, *source.shape[axis + len(mask.shape) :]))


def cut(bound: BoundArguments) -> Spec:
    """`tf.slice`: a size of -1 is the rest."""
    source = bound.spec("input_")
    sizes, begin = target_shape(bound, "size"), target_shape(bound, "begin")
    if sizes is None:
        return Spec(source.dtype, None if source.shape is None else (None,) * len(source.shape))
    start = begin if begin is not None and len(begin) == len(sizes) else (None,) * len(sizes)
    lengths = (
        source.shape if source.shape is not None and len(source.shape) == len(sizes) else (None,) * len(sizes)
    )
    rest = (None if n is None or b is None else n - b for n, b in zip(lengths, start, strict=True))
    return Spec(source.dtype, tuple(r if s == -1 else s for s, r in zip(sizes, rest, strict=True)))


def partitions(bound: BoundArguments) -> Result:
    source, by, count = bound.spec("data"), bound.spec("partitions"), bound.integer("num_partitions")
    shape = None if source.shape is None or by.shape is None else (None, *source.shape[len(by.shape) :])
    part = Spec(source.dtype, shape)
    return Repeated(part) if count is None else Several((part,) * limited(count), listed=True)


def stitched(bound: BoundArguments) -> Spec:
    parts, _ = parts_of(bound, bound.given.get("data"))
    return Spec(matched(*parts))


RULES: dict[str, Rule] = {
    "gather": gather, "gather_nd": gather_nd, "scatter_nd": scatter_nd, "boolean_mask": boolean_mask, "slice": cut,
    "partitions": partitions, "stitch": stitched,
}  # fmt: skip
