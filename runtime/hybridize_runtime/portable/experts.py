"""Export of mixtures of experts: rows sorted by expert, in tiles, in one loop on the device."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import tensorflow as tf

from hybridize_runtime.models.moe import MixtureOfExperts
from hybridize_runtime.portable.lowering import Lowered, lower
from hybridize_runtime.portable.weights import Weights
from hybridize_runtime.portable.writing import spec_json, write_archive
from hybridize_runtime.vm.groups import geometric
from hybridize_runtime.vm.manifest import Spec


def export_experts(
    model: MixtureOfExperts,
    path: str | Path,
    rows: tuple[int, int] = (1, 1024),
    ratio: float = 1.25,
    tile: int = 16,
) -> None:
    """Writes a mixture of experts; `vm.load(path).run("forward", x=…)["out"]` is what the model yields.

    `rows`: the least and the most rows of a call, in sizes that are `ratio` apart.  `tile`: the most rows of one expert
    that are multiplied together; padding costs nothing else than the last tile of each expert.
    """
    sizes, weights, units = geometric(*rows, ratio), Weights(), model.gate.shape[0]
    made = {str(n): _forward(model, n, tile) for n in sizes}
    names = [f"@{name}" for name in weights.arguments(made)]
    program = [
        {"op": "shape", "of": "x", "sizes": "rows", "to": "size"},
        {"op": "pad", "value": "x", "rows": "size", "to": "padded"},
        {"op": "count", "of": "x", "to": "real"},
        {
            "op": "invoke",
            "kernel": "forward",
            "key": ["size"],
            "arguments": ["padded", "real", *names],
            "to": ["out"],
        },
        {"op": "return", "values": {"out": {"of": "out", "like": "x"}}},
    ]
    rest = {
        "inputs": {"x": spec_json(Spec((units,), "float32"))},
        "network": {}, "dimensions": {"rows": sizes}, "programs": {"forward": program},
    }  # fmt: skip
    write_archive(path, "mixture of experts", weights.arrays(), {"forward": made}, rest)


def _forward(model: MixtureOfExperts, rows: int, most: int) -> Lowered:
    tile = _tile(rows * model.k / model.experts, most)
    specs = [Spec((rows, model.gate.shape[0]), "float32"), Spec((1,), "int32")]
    return lower(lambda x, real: _mixed(model, x, real, tile), specs, "the experts")


def _tile(load: float, most: int) -> int:
    """The power of two next to the rows that an expert gets where loads are even, from 4 (which cost as much as one)."""
    return min(most, max(4, 1 << math.ceil(math.log2(max(load, 1.0)))))


def _mixed(model: MixtureOfExperts, x: Any, real: Any, tile: int) -> Any:
    """What `MixtureOfExperts.__call__` yields, for the first `real[0]` rows."""
    k, count = model.k, x.shape[0]
    scores, chosen = tf.math.top_k(tf.matmul(x, model.gate), k)
    expert = tf.where(tf.range(count)[:, None] < real[0], chosen, model.experts)  # padding has none
    rows = tf.repeat(x, k, axis=0) if k > 1 else x
    outputs = _routed(model, rows, tf.reshape(expert, [-1]), tile)
    mixed = tf.reshape(outputs, [count, k, x.shape[1]]) * tf.nn.softmax(scores)[:, :, None]
    return tf.reduce_sum(mixed, 1)


def _routed(model: MixtureOfExperts, x: Any, expert: Any, tile: int) -> Any:
    """Each row through its expert: tiles of rows of one expert, in the order of experts."""
    from tensorflow.compiler.tf2xla.ops import gen_xla_ops as xla

    total, width = x.shape[0], x.shape[1]
    order = tf.argsort(expert, stable=True)
    counts = tf.reduce_sum(tf.cast(expert[:, None] == tf.range(model.experts), tf.int32), 0)
    starts, tiles = tf.cumsum(counts) - counts, (counts + tile - 1) // tile
    ends = tf.cumsum(tiles)
    rows = tf.pad(tf.gather(x, order), [[0, tile], [0, 0]])
    w_in, w_out = tf.convert_to_tensor(model.w_in), tf.convert_to_tensor(model.w_out)

    def step(i: Any, out: Any) -> tuple[Any, Any]:
        e = tf.reduce_sum(tf.cast(ends <= i, tf.int32))
        at = starts[e] + (i - (ends[e] - tiles[e])) * tile
        some = xla.xla_dynamic_slice(rows, tf.stack([at, 0]), tf.constant([tile, width]))
        hidden = model.activation(tf.matmul(some, w_in[e]))
        return i + 1, xla.xla_dynamic_update_slice(out, tf.matmul(hidden, w_out[e]), tf.stack([at, 0]))

    start = [tf.constant(0), tf.zeros([total + tile, width], x.dtype)]
    _, out = tf.while_loop(lambda i, _: i < ends[-1], step, start)
    place = tf.argsort(order)  # its inverse
    return tf.gather(out, place)
