"""Reductions, and what else takes axes away: `argmax`, `top_k`, norms, moments, segments."""

from __future__ import annotations

from hybridize_analyzer.domain.values import Const, Scalar, Shape, Tensor
from hybridize_analyzer.shapes.elementwise import REAL, operands, same
from hybridize_analyzer.shapes.spec import (
    NOTHING_KNOWN,
    BoundArguments,
    Result,
    Rule,
    Several,
    Spec,
    broadcast,
    matched,
    normalised,
    only,
)

_WHOLE = "whole"
_FLOATS = ("float16", "bfloat16", "float32", "float64")


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


def axes_of(bound: BoundArguments, name: str = "axis") -> tuple[int | None, ...] | str | None:
    """The axes that an argument names: all, a tuple, or None where they are not known."""
    if name not in bound.given and "reduction_indices" in bound.given:
        name = "reduction_indices"
    if bound.is_absent(name):
        return _WHOLE
    value = bound.given.get(name, frozenset())
    atom = only(value)
    if isinstance(atom, (Const, Scalar)) and atom.type != "int":
        return None
    items = None if isinstance(atom, Const) else bound.lists.items_of(value)
    if any(isinstance(a, Tensor) for part in (value, *(items or ())) for a in part):
        return None  # a graph does not know how many axes these take away
    return bound.integers(name)


def keep_of(bound: BoundArguments) -> bool | None:
    return bound.flag("keep_dims") if "keep_dims" in bound.given else bound.flag("keepdims")


def reduce(bound: BoundArguments) -> Spec:
    found = operands(bound, 1)
    if not found:
        return NOTHING_KNOWN
    return Spec(found[0].dtype, reduced_shape(found[0].shape, axes_of(bound), keep_of(bound)))


def reduce_real(bound: BoundArguments) -> Spec:
    found = reduce(bound)
    return found._replace(dtype=REAL.get(found.dtype or "", found.dtype))


def count_nonzero(bound: BoundArguments) -> Spec:
    return reduce(bound)._replace(dtype="int64" if bound.is_absent("dtype") else bound.dtype("dtype"))


def arg_extreme(bound: BoundArguments) -> Spec:
    """`argmax`: one axis less, the first unless another is named."""
    found = operands(bound, 1)
    shape = found[0].shape if found else None
    if not bound.is_absent("axis") or "dimension" in bound.given:
        axes: tuple[int | None, ...] | str | None = (bound.integer("axis", bound.integer("dimension")),)
    else:
        axes = (0,)
    dtype = (
        bound.dtype("output_type") if "output_type" in bound.given else "int64" if bound.complete else None
    )
    return Spec(dtype, reduced_shape(shape, axes, keep=False))


def top_k(bound: BoundArguments) -> Several:
    found, k = bound.spec("input", "operand", "x"), bound.integer("k", 1)
    shape = None if not found.shape else (*found.shape[:-1], k)
    dtype = "int32" if "index_type" not in bound.given else bound.dtype("index_type")
    return Several((Spec(found.dtype, shape), Spec(dtype, shape)))


def norm(bound: BoundArguments) -> Spec:
    """Of complex numbers the Euclidean norm is complex, others are real."""
    dtype = bound.spec("tensor").dtype
    if dtype in REAL and bound.text("ord", "euclidean") not in ("euclidean", "fro"):
        dtype = REAL[dtype] if bound.integer("ord") == 1 else None
    return reduce(bound)._replace(dtype=dtype)


def moments(bound: BoundArguments) -> Several:
    found = bound.spec("x")
    one = Spec(found.dtype, reduced_shape(found.shape, axes_of(bound, "axes"), keep_of(bound)))
    return Several((one, one))


def segments(bound: BoundArguments) -> Spec:
    """Rows summed by segment: how many segments there are depends on their numbers."""
    found = bound.spec("data")
    return Spec(found.dtype, None if not found.shape else (None, *found.shape[1:]))


def unsorted_segments(bound: BoundArguments) -> Spec:
    found, ids = bound.spec("data"), bound.spec("segment_ids")
    if found.shape is None or ids.shape is None:
        return Spec(found.dtype)
    return Spec(found.dtype, (bound.integer("num_segments"), *found.shape[len(ids.shape) :]))


def per_row(bound: BoundArguments) -> Spec:
    """A loss of Keras, which reduces the last axis away: labels are cast to the dtype of predictions.

    Where the two have another number of axes, versions of Keras treat them in different ways.
    """
    labels, predictions = bound.spec("y_true").shape, bound.spec("y_pred").shape
    if not labels or not predictions or len(labels) != len(predictions):
        return Spec(of_predictions(bound))
    return _without_last_axis(bound, broadcast(labels, predictions))


def per_row_of_classes(bound: BoundArguments) -> Spec:
    """The same for losses whose predictions have a number for each class: one for each row of them."""
    return _without_last_axis(bound, bound.spec("y_pred").shape)


def _without_last_axis(bound: BoundArguments, shape: Shape | None) -> Spec:
    return Spec(of_predictions(bound), shape[:-1] if shape and bound.is_absent("axis") else None)


def of_predictions(bound: BoundArguments) -> str | None:
    """The dtype of predictions where a loss of Keras keeps it."""
    dtype = bound.spec("y_pred").dtype
    kept = dtype == "float32" or (dtype in _FLOATS and not bound.name.lower().endswith(_TO_FLOAT32))
    return dtype if kept else None


_TO_FLOAT32 = ("huber", "mean_squared_logarithmic_error", "meansquaredlogarithmicerror")
"""Losses that compute with a number of float32, in some version and for some dtype."""


def softmax_cross_entropy(bound: BoundArguments) -> Spec:
    labels, logits, axis = bound.spec("labels"), bound.spec("logits"), bound.integer("axis", -1)
    shape = logits.shape if logits.shape is not None else labels.shape
    return Spec(logits.dtype, reduced_shape(shape, (axis,), keep=False))


def sparse_cross_entropy(bound: BoundArguments) -> Spec:
    labels, logits = bound.spec("labels"), bound.spec("logits")
    shape = labels.shape if labels.shape is not None else logits.shape[:-1] if logits.shape else None
    return Spec(logits.dtype, shape)


def binary_loss(bound: BoundArguments) -> Spec:
    """One number per logit."""
    labels, logits = bound.spec("labels"), bound.spec("logits")
    return Spec(matched(logits, labels), logits.shape if logits.shape is not None else labels.shape)


def in_top_k(bound: BoundArguments) -> Spec:
    return Spec("bool", bound.spec("targets").shape)


def confusion_matrix(bound: BoundArguments) -> Spec:
    n = bound.integer("num_classes")
    return Spec("int32" if "dtype" not in bound.given else bound.dtype("dtype"), (n, n))


def bincount(bound: BoundArguments) -> Spec:
    return Spec("int32" if bound.is_absent("weights") and "dtype" not in bound.given else None, None)


def drop_last(bound: BoundArguments) -> Spec:
    """`tf.math.lbeta`, image comparison: the last axes fold into one number."""
    found = operands(bound, 1)
    return Spec(found[0].dtype, found[0].shape[:-1]) if found and found[0].shape else NOTHING_KNOWN


def drop_image(bound: BoundArguments) -> Spec:
    """Height, width and channels fold into one number."""
    found = operands(bound, 1)
    return Spec(found[0].dtype, found[0].shape[:-3]) if found and found[0].shape else NOTHING_KNOWN


def scalar(bound: BoundArguments) -> Spec:
    found = operands(bound, 1)
    return Spec(found[0].dtype if found else None, ())


def argsort(bound: BoundArguments) -> Spec:
    return same(bound)._replace(dtype="int32")


def searchsorted(bound: BoundArguments) -> Spec:
    given = bound.dtype("out_type") if "out_type" in bound.given else "int32"
    return Spec(given, bound.spec("values").shape)


def unique(bound: BoundArguments) -> Result:
    index = "int32" if "out_idx" not in bound.given else bound.dtype("out_idx")
    found = bound.spec("x")
    parts = (Spec(found.dtype, (None,)), Spec(index, found.shape if found.shape else (None,)))
    return Several(parts if "counts" not in bound.name else (*parts, Spec(index, (None,))))


RULES: dict[str, Rule] = {
    "reduce": reduce, "reduce_real": reduce_real, "count_nonzero": count_nonzero, "argmax": arg_extreme, "top_k": top_k,
    "norm": norm, "moments": moments, "segments": segments, "unsorted_segments": unsorted_segments, "per_row": per_row,
    "per_row_of_classes": per_row_of_classes,
    "softmax_cross_entropy": softmax_cross_entropy, "sparse_cross_entropy": sparse_cross_entropy, "in_top_k": in_top_k,
    "confusion_matrix": confusion_matrix, "bincount": bincount, "drop_last": drop_last, "drop_image": drop_image,
    "scalar": scalar, "binary_loss": binary_loss, "argsort": argsort, "searchsorted": searchsorted, "unique": unique,
}  # fmt: skip
