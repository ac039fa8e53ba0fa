"""Tensors from shapes and numbers: `zeros`, `fill`, `range`, `eye`, random numbers."""

from __future__ import annotations

import math

from hybridize_analyzer.domain.values import Const
from hybridize_analyzer.shapes.arrangement import target_shape
from hybridize_analyzer.shapes.elementwise import divided, operands
from hybridize_analyzer.shapes.spec import BoundArguments, Rule, Spec, broadcast, matched, only


def zeros(bound: BoundArguments) -> Spec:
    """float32 unless a dtype is given."""
    given = "dtype" in bound.given or not bound.complete
    default = "float64" if bound.numpy else "float32"
    return Spec(bound.dtype("dtype") if given else default, target_shape(bound))


def fill(bound: BoundArguments) -> Spec:
    return Spec(bound.spec("value").dtype, target_shape(bound, "dims"))


def constant(bound: BoundArguments) -> Spec:
    source = bound.spec("value")
    dtype = source.dtype if bound.is_absent("dtype") else bound.dtype("dtype")
    return Spec(dtype, source.shape if bound.is_absent("shape") else target_shape(bound))


def numbers(bound: BoundArguments) -> Spec:
    """`tf.range`: the dtype that start, limit and delta agree on."""
    if "limit" in bound.given and not _is_none(bound, "limit"):
        start, stop = _number(bound, "start"), _number(bound, "limit")
    else:
        start, stop = 0, _number(bound, "start")
    step = _number(bound, "delta", 1)
    parts = operands(bound, 3)
    parts = [
        p for n, p in zip(list(bound.given)[:3], parts, strict=False) if n in ("start", "limit", "delta")
    ]
    dtype = bound.dtype("dtype") if not bound.is_absent("dtype") else _range_dtype(parts)
    return Spec(dtype, (_length(start, stop, step),))


def _range_dtype(parts: list[Spec]) -> str | None:
    order = ("int32", "int64", "float32", "float64")
    found = [p.dtype for p in parts if p.dtype is not None]
    if len(found) != len(parts) or any(d not in order for d in found):
        return None
    return max(found, key=order.index) if found else None


def _is_none(bound: BoundArguments, name: str) -> bool:
    atom = only(bound.given[name])
    return isinstance(atom, Const) and atom.value is None


def _number(bound: BoundArguments, name: str, default: float | None = None) -> float | None:
    if name not in bound.given:
        return default if bound.complete else None
    atom = only(bound.given[name])
    return atom.value if isinstance(atom, Const) and isinstance(atom.value, (int, float)) else None


def _length(start: float | None, stop: float | None, step: float | None) -> int | None:
    if start is None or stop is None or not step:
        return None
    if not all(isinstance(n, int) for n in (start, stop, step)):
        return None  # rounding decides whether the last number is there
    return max(0, math.ceil((stop - start) / step))


def linspace(bound: BoundArguments) -> Spec:
    """Between integers too the steps are divisions, so that the result is of floats."""
    start, stop, count = (
        bound.spec("start"),
        bound.spec("stop"),
        bound.integer("num", 50 if bound.numpy else None),
    )
    dtype = divided(matched(start, stop))
    known = not bound.given.keys() & {"endpoint", "retstep"}
    ends = None if start.shape is None or stop.shape is None else broadcast(start.shape, stop.shape)
    axis = bound.integer("axis", 0)
    if not known or ends is None or axis is None or not -len(ends) - 1 <= axis <= len(ends):
        return Spec(dtype)
    place = axis % (len(ends) + 1)
    return Spec(dtype, (*ends[:place], count, *ends[place:]))


def eye(bound: BoundArguments) -> Spec:
    rows = bound.integer("num_rows")
    columns = rows if bound.is_absent("num_columns") else bound.integer("num_columns")
    given = "dtype" in bound.given or not bound.complete
    dtype = bound.dtype("dtype") if given else "float32"
    if bound.is_absent("batch_shape"):
        return Spec(dtype, (rows, columns))
    batch = target_shape(bound, "batch_shape")
    return Spec(dtype, None if batch is None else (*batch, rows, columns))


def random(bound: BoundArguments) -> Spec:
    """The shape is what is asked for, which parameters with axes of their own would widen."""
    dtype = bound.dtype("dtype") if "dtype" in bound.given or not bound.complete else "float32"
    names = ("mean", "stddev", "minval", "maxval", "means", "stddevs")
    plain = all(bound.spec(n).shape == () or bound.is_absent(n) for n in names if n in bound.given)
    return Spec(
        dtype,
        target_shape(bound) if plain or bound.name.rpartition(".")[2].startswith("stateless_") else None,
    )


def random_with_parameters(bound: BoundArguments) -> Spec:
    """`gamma`, `poisson`: the shape asked for, which parameters with axes extend unless the function is stateless."""
    last = bound.name.rpartition(".")[2]
    default = "int32" if last in ("stateless_poisson", "stateless_binomial") else "float32"
    dtype = bound.dtype("dtype") if "dtype" in bound.given or not bound.complete else default
    shape = target_shape(bound)
    if shape is None or last.startswith("stateless_"):
        return Spec(dtype, shape)
    inner = broadcast(*(bound.spec(n).shape for n in ("alpha", "beta", "lam") if not bound.is_absent(n)))
    return Spec(dtype, None if inner is None else (*shape, *inner))


def categorical(bound: BoundArguments) -> Spec:
    logits = bound.spec("logits")
    rows = logits.shape[0] if logits.shape else None
    return Spec(
        "int64" if bound.is_absent("dtype") else bound.dtype("dtype"), (rows, bound.integer("num_samples"))
    )


RULES: dict[str, Rule] = {
    "zeros": zeros, "fill": fill, "constant": constant, "range": numbers, "linspace": linspace, "eye": eye,
    "random": random, "random_of": random_with_parameters, "categorical": categorical,
}  # fmt: skip
