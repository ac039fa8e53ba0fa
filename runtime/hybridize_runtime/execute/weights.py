"""Gradients of weights, once for all vertices, from the rows that the loops stored (the lazy batching of Cavs)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import tensorflow as tf

from hybridize_runtime.compile.partition import Program
from hybridize_runtime.compile.replay import Replay, arguments, is_product_of_rows, raw
from hybridize_runtime.compile.uses import SAME_SHAPE, Use


def weight_gradients(
    program: Program,
    replay: Replay,
    gradients: Mapping[str, Any],
    outside: Mapping[str, Any],
    sums: Mapping[str, Any],
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The gradient of each weight, by name, and the factors of the products that are taken `outside`.

    `gradients` are those at the results of the uses, for all rows; `sums`: what the loop added up, by weight.
    """
    result: dict[str, Any] = dict(sums)
    factors: dict[str, Any] = {}
    for i, use in enumerate(program.uses):
        arrived = gradients[use.gradient.name]
        if f"{i}/left" in outside:
            factors[f"{i}/left"], factors[f"{i}/right"] = _factors(use, replay, arrived)
            continue
        if use.op.type in SAME_SHAPE and use.weight.name in sums:
            continue
        part = _use_gradient(use, replay, arrived)
        name = use.weight.name
        result[name] = result[name] + part if name in result else part
    return result, factors


def placeholders_outside(program: Program, replay: Replay, none: Any) -> dict[str, Any]:
    """Empty arrays for both factors of each product of rows; `none` is the number 0, as a tensor.

    For XLA, whose products of two long matrices take up to a fifth longer than TensorFlow's.  What is compiled yields the
    factors as gradients of these arrays.  They seem to be made of the weight, whose gradient is the product.
    """
    return {
        f"{i}/{side}": empty
        for i, use in enumerate(program.uses)
        if _is_product(use) and use.weight.shape.is_fully_defined()
        for side, empty in zip(("left", "right"), _to_be_multiplied(replay(use.weight), none), strict=True)
    }


@tf.custom_gradient  # type: ignore[untyped-decorator]
def _to_be_multiplied(weight: Any, none: Any) -> Any:
    empty = [tf.zeros([none, width], weight.dtype) for width in weight.shape]
    return empty, lambda left, right: (tf.matmul(left, right, transpose_a=True), None)


def _use_gradient(use: Use, replay: Replay, arrived: Any) -> Any:
    if use.op.type in SAME_SHAPE:
        return bias_gradient(use, arrived)
    if _is_product(use):
        return tf.matmul(*_factors(use, replay, arrived), transpose_a=True)
    return _by_tape(use, replay, replay(use.rows[0]), arrived)


def bias_gradient(use: Use, arrived: Any) -> Any:
    """The gradient of a weight that is added to rows, from those of these rows."""
    negative = use.op.type == "Sub" and use.op.inputs[1] is use.weight
    total = reduced(arrived, use.weight)
    return -total if negative else total


def _is_product(use: Use) -> bool:
    return use.op.type == "MatMul" or is_product_of_rows(use.op)


def _factors(use: Use, replay: Replay, arrived: Any) -> tuple[Any, Any]:
    """The gradient of a matrix is the product of these, the first one transposed."""
    rows = replay(use.rows[0])
    if use.op.type == "MatMul":
        return (arrived, rows) if use.op.get_attr("transpose_b") else (rows, arrived)
    rows, arrived = (tf.reshape(t, [-1, tf.shape(t)[-1]]) for t in (rows, arrived))
    return (arrived, rows) if use.op.get_attr("adj_y") else (rows, arrived)


def _by_tape(use: Use, replay: Replay, rows: Any, arrived: Any) -> Any:
    """The operation's own gradient; its result is not used, and is not computed."""
    weight = replay(use.weight)
    values = {use.rows[0].name: rows, use.weight.name: weight}
    with tf.GradientTape() as tape:
        tape.watch(weight)
        result = raw(use.op.type)(**arguments(use.op, values))
    return tape.gradient(result, weight, output_gradients=arrived)


def reduced(rows: Any, weight: Any) -> Any:
    """Sums rows over the dimensions along which a weight was broadcast; the weight's shape is known by then."""
    shape = weight.shape
    missing = rows.shape.rank - shape.rank
    axes = [*range(missing), *(missing + i for i, size in enumerate(shape) if size == 1)]
    total = tf.reduce_sum(rows, sorted(set(axes)), keepdims=True)
    return tf.reshape(total, shape)
