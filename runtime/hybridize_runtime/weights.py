"""Gradients of weights, once for all vertices, from the rows that the loops stored (the lazy batching of Cavs)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import tensorflow as tf

from hybridize_runtime.partition import Program
from hybridize_runtime.replay import Replay, arguments, is_product_of_rows, raw
from hybridize_runtime.uses import SAME_SHAPE, Use


def weight_gradients(program: Program, replay: Replay, gradients: Mapping[str, Any]) -> dict[str, Any]:
    """The gradient of each weight, by name.  `gradients` are those at the results of the uses, for all rows."""
    result: dict[str, Any] = {}
    for use in program.uses:
        arrived = gradients[use.gradient.name]
        part = _use_gradient(use, replay, arrived)
        name = use.weight.name
        result[name] = result[name] + part if name in result else part
    return result


def _use_gradient(use: Use, replay: Replay, arrived: Any) -> Any:
    if use.op.type in SAME_SHAPE:
        negative = use.op.type == "Sub" and use.op.inputs[1] is use.weight
        total = reduced(arrived, use.weight)
        return -total if negative else total
    rows = replay(use.rows[0])
    if use.op.type == "MatMul":
        pair = (arrived, rows) if use.op.get_attr("transpose_b") else (rows, arrived)
        return tf.matmul(*pair, transpose_a=True)
    if is_product_of_rows(use.op):
        pair = (arrived, rows) if use.op.get_attr("adj_y") else (rows, arrived)
        return tf.matmul(*(tf.reshape(t, [-1, tf.shape(t)[-1]]) for t in pair), transpose_a=True)
    return _by_tape(use, replay, rows, arrived)


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
