"""Tensors from shapes and numbers: `zeros`, `fill`, `range`, `eye`, random numbers."""

from __future__ import annotations

import math

from hybridize_analyzer.domain.values import Const
from hybridize_analyzer.shapes.arrangement import target_shape
from hybridize_analyzer.shapes.elementwise import operands
from hybridize_analyzer.shapes.spec import Call, Rule, Spec, broadcast, matched, only


def zeros(call: Call) -> Spec:
    """float32 unless a dtype is given."""
    given = "dtype" in call.given or not call.complete
    default = "float64" if call.numpy else "float32"
    return Spec(call.dtype("dtype") if given else default, target_shape(call))


def fill(call: Call) -> Spec:
    return Spec(call.spec("value").dtype, target_shape(call, "dims"))


def constant(call: Call) -> Spec:
    source = call.spec("value")
    dtype = source.dtype if call.is_absent("dtype") else call.dtype("dtype")
    return Spec(dtype, source.shape if call.is_absent("shape") else target_shape(call))


def numbers(call: Call) -> Spec:
    """`tf.range`: the dtype that start, limit and delta agree on."""
    if "limit" in call.given and not _is_none(call, "limit"):
        start, stop = _number(call, "start"), _number(call, "limit")
    else:
        start, stop = 0, _number(call, "start")
    step = _number(call, "delta", 1)
    parts = operands(call, 3)
    parts = [p for n, p in zip(list(call.given)[:3], parts, strict=False) if n in ("start", "limit", "delta")]
    dtype = call.dtype("dtype") if not call.is_absent("dtype") else _range_dtype(parts)
    return Spec(dtype, (_length(start, stop, step),))


def _range_dtype(parts: list[Spec]) -> str | None:
    order = ("int32", "int64", "float32", "float64")
    found = [p.dtype for p in parts if p.dtype is not None]
    if len(found) != len(parts) or any(d not in order for d in found):
        return None
    return max(found, key=order.index) if found else None


def _is_none(call: Call, name: str) -> bool:
    atom = only(call.given[name])
    return isinstance(atom, Const) and atom.value is None


def _number(call: Call, name: str, default: float | None = None) -> float | None:
    if name not in call.given:
        return default if call.complete else None
    atom = only(call.given[name])
    return atom.value if isinstance(atom, Const) and isinstance(atom.value, (int, float)) else None


def _length(start: float | None, stop: float | None, step: float | None) -> int | None:
    if start is None or stop is None or not step:
        return None
    if not all(isinstance(n, int) for n in (start, stop, step)):
        return None  # rounding decides whether the last number is there
    return max(0, math.ceil((stop - start) / step))


def linspace(call: Call) -> Spec:
    start, stop, count = (
        call.spec("start"),
        call.spec("stop"),
        call.integer("num", 50 if call.numpy else None),
    )
    if call.given.keys() & {"axis", "endpoint", "retstep"} or start.shape is None or stop.shape is None:
        return Spec(matched(start, stop))
    return Spec(matched(start, stop), (count, *(broadcast(start.shape, stop.shape) or ())))


def eye(call: Call) -> Spec:
    rows = call.integer("num_rows")
    columns = rows if call.is_absent("num_columns") else call.integer("num_columns")
    given = "dtype" in call.given or not call.complete
    dtype = call.dtype("dtype") if given else "float32"
    if call.is_absent("batch_shape"):
        return Spec(dtype, (rows, columns))
    batch = target_shape(call, "batch_shape")
    return Spec(dtype, None if batch is None else (*batch, rows, columns))


def random(call: Call) -> Spec:
    """The shape is what is asked for, which parameters with axes of their own would widen."""
    dtype = call.dtype("dtype") if "dtype" in call.given or not call.complete else "float32"
    names = ("mean", "stddev", "minval", "maxval", "means", "stddevs")
    plain = all(call.spec(n).shape == () or call.is_absent(n) for n in names if n in call.given)
    return Spec(
        dtype, target_shape(call) if plain or call.name.rpartition(".")[2].startswith("stateless_") else None
    )


def random_with_parameters(call: Call) -> Spec:
    """`gamma`, `poisson`: the shape asked for, which parameters with axes extend unless the function is stateless."""
    last = call.name.rpartition(".")[2]
    default = "int32" if last in ("stateless_poisson", "stateless_binomial") else "float32"
    dtype = call.dtype("dtype") if "dtype" in call.given or not call.complete else default
    shape = target_shape(call)
    if shape is None or last.startswith("stateless_"):
        return Spec(dtype, shape)
    inner = broadcast(*(call.spec(n).shape for n in ("alpha", "beta", "lam") if not call.is_absent(n)))
    return Spec(dtype, None if inner is None else (*shape, *inner))


def categorical(call: Call) -> Spec:
    logits = call.spec("logits")
    rows = logits.shape[0] if logits.shape else None
    return Spec(
        "int64" if call.is_absent("dtype") else call.dtype("dtype"), (rows, call.integer("num_samples"))
    )


RULES: dict[str, Rule] = {
    "zeros": zeros, "fill": fill, "constant": constant, "range": numbers, "linspace": linspace, "eye": eye,
    "random": random, "random_of": random_with_parameters, "categorical": categorical,
}  # fmt: skip
