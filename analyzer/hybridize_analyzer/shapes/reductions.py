"""Reductions, and what else takes axes away: `argmax`, `top_k`, norms, moments, segments."""

from __future__ import annotations

from hybridize_analyzer.domain.values import Const, Scalar, Shape
from hybridize_analyzer.shapes.elementwise import REAL, operands, same
from hybridize_analyzer.shapes.spec import (
    NOTHING_KNOWN,
    Call,
    Result,
    Rule,
    Several,
    Spec,
    matched,
    normalised,
    only,
)

_WHOLE = "whole"


def reduced_shape(
    shape: Shape | None, axes: tuple[int | None, ...] | str | None, keep: bool | None
) -> Shape | None:
    """The shape after a reduction over `axes` (all of them, some, or None where it is not known which)."""
    if axes == _WHOLE and keep is False:
        return ()
    if shape is None or keep is None:
        return None
    rank = len(shape)
    if axes == _WHOLE:
        return (1,) * rank
    if not isinstance(axes, tuple):
        return (None,) * rank if keep else None
    known = [normalised(a, rank) for a in axes]
    if any(a is None for a in known):
        return (None,) * rank if keep else (None,) * (rank - len(axes)) if len(axes) == 1 and rank else None
    if keep:
        return tuple(1 if i in known else n for i, n in enumerate(shape))
    return tuple(n for i, n in enumerate(shape) if i not in known)


def axes_of(call: Call, name: str = "axis") -> tuple[int | None, ...] | str | None:
    """The axes that an argument names: all, a tuple, or None where they are not known."""
    if name not in call.given and "reduction_indices" in call.given:
        name = "reduction_indices"
    if call.is_absent(name):
        return _WHOLE
    atom = only(call.given.get(name, frozenset()))
    if isinstance(atom, (Const, Scalar)) and atom.type != "int":
        return None
    return call.integers(name)


def keep_of(call: Call) -> bool | None:
    return call.flag("keep_dims") if "keep_dims" in call.given else call.flag("keepdims")


def reduce(call: Call) -> Spec:
    found = operands(call, 1)
    if not found:
        return NOTHING_KNOWN
    return Spec(found[0].dtype, reduced_shape(found[0].shape, axes_of(call), keep_of(call)))


def reduce_real(call: Call) -> Spec:
    found = reduce(call)
    return found._replace(dtype=REAL.get(found.dtype or "", found.dtype))


def count_nonzero(call: Call) -> Spec:
    return reduce(call)._replace(dtype="int64" if call.is_absent("dtype") else call.dtype("dtype"))


def arg_extreme(call: Call) -> Spec:
    """`argmax`: one axis less, the first unless another is named."""
    found = operands(call, 1)
    shape = found[0].shape if found else None
    if not call.is_absent("axis") or "dimension" in call.given:
        axes: tuple[int | None, ...] | str | None = (call.integer("axis", call.integer("dimension")),)
    else:
        axes = (0,)
    dtype = call.dtype("output_type") if "output_type" in call.given else "int64" if call.complete else None
    return Spec(dtype, reduced_shape(shape, axes, keep=False))


def top_k(call: Call) -> Several:
    found, k = call.spec("input", "operand", "x"), call.integer("k", 1)
    shape = None if not found.shape else (*found.shape[:-1], k)
    dtype = "int32" if "index_type" not in call.given else call.dtype("index_type")
    return Several((Spec(found.dtype, shape), Spec(dtype, shape)))


def norm(call: Call) -> Spec:
    found = call.spec("tensor")
    return reduce(call)._replace(dtype=REAL.get(found.dtype or "", found.dtype))


def moments(call: Call) -> Several:
    found = call.spec("x")
    one = Spec(found.dtype, reduced_shape(found.shape, axes_of(call, "axes"), keep_of(call)))
    return Several((one, one))


def segments(call: Call) -> Spec:
    """Rows summed by segment: how many segments there are depends on their numbers."""
    found = call.spec("data")
    return Spec(found.dtype, None if not found.shape else (None, *found.shape[1:]))


def unsorted_segments(call: Call) -> Spec:
    found, ids = call.spec("data"), call.spec("segment_ids")
    if found.shape is None or ids.shape is None:
        return Spec(found.dtype)
    return Spec(found.dtype, (call.integer("num_segments"), *found.shape[len(ids.shape) :]))


def per_row(call: Call) -> Spec:
    """The last axis is reduced away: losses."""
    found = operands(call, 2)
    shape = next((s.shape for s in found if s.shape is not None), None)
    return Spec(found[-1].dtype if found else None, shape[:-1] if shape else None)


def softmax_cross_entropy(call: Call) -> Spec:
    labels, logits, axis = call.spec("labels"), call.spec("logits"), call.integer("axis", -1)
    shape = logits.shape if logits.shape is not None else labels.shape
    return Spec(logits.dtype, reduced_shape(shape, (axis,), keep=False))


def sparse_cross_entropy(call: Call) -> Spec:
    labels, logits = call.spec("labels"), call.spec("logits")
    shape = labels.shape if labels.shape is not None else logits.shape[:-1] if logits.shape else None
    return Spec(logits.dtype, shape)


def binary_loss(call: Call) -> Spec:
    """One number per logit."""
    labels, logits = call.spec("labels"), call.spec("logits")
    return Spec(matched(logits, labels), logits.shape if logits.shape is not None else labels.shape)


def in_top_k(call: Call) -> Spec:
    return Spec("bool", call.spec("targets").shape)


def confusion_matrix(call: Call) -> Spec:
    n = call.integer("num_classes")
    return Spec("int32" if "dtype" not in call.given else call.dtype("dtype"), (n, n))


def bincount(call: Call) -> Spec:
    return Spec("int32" if call.is_absent("weights") and "dtype" not in call.given else None, None)


def drop_last(call: Call) -> Spec:
    """`tf.math.lbeta`, image comparison: the last axes fold into one number."""
    found = operands(call, 1)
    return Spec(found[0].dtype, found[0].shape[:-1]) if found and found[0].shape else NOTHING_KNOWN


def drop_image(call: Call) -> Spec:
    """Height, width and channels fold into one number."""
    found = operands(call, 1)
    return Spec(found[0].dtype, found[0].shape[:-3]) if found and found[0].shape else NOTHING_KNOWN


def scalar(call: Call) -> Spec:
    found = operands(call, 1)
    return Spec(found[0].dtype if found else None, ())


def argsort(call: Call) -> Spec:
    return same(call)._replace(dtype="int32")


def searchsorted(call: Call) -> Spec:
    given = call.dtype("out_type") if "out_type" in call.given else "int32"
    return Spec(given, call.spec("values").shape)


def unique(call: Call) -> Result:
    index = "int32" if "out_idx" not in call.given else call.dtype("out_idx")
    found = call.spec("x")
    parts = (Spec(found.dtype, (None,)), Spec(index, found.shape if found.shape else (None,)))
    return Several(parts if "counts" not in call.name else (*parts, Spec(index, (None,))))


RULES: dict[str, Rule] = {
    "reduce": reduce, "reduce_real": reduce_real, "count_nonzero": count_nonzero, "argmax": arg_extreme, "top_k": top_k,
    "norm": norm, "moments": moments, "segments": segments, "unsorted_segments": unsorted_segments, "per_row": per_row,
    "softmax_cross_entropy": softmax_cross_entropy, "sparse_cross_entropy": sparse_cross_entropy, "in_top_k": in_top_k,
    "confusion_matrix": confusion_matrix, "bincount": bincount, "drop_last": drop_last, "drop_image": drop_image,
    "scalar": scalar, "binary_loss": binary_loss, "argsort": argsort, "searchsorted": searchsorted, "unique": unique,
}  # fmt: skip
