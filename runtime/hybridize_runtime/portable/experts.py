"""Export of mixtures of experts: rows sorted by expert, in tiles, in one loop on the device."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import tensorflow as tf

from hybridize_runtime.compile.cells import rows_of
from hybridize_runtime.models.moe import MixtureOfExperts
from hybridize_runtime.portable.lowering import Lowered, lower
from hybridize_runtime.portable.networks import Loss, Objective, total
from hybridize_runtime.portable.weights import Weights
from hybridize_runtime.portable.writing import spec_json, write_archive
from hybridize_runtime.vm.groups import geometric
from hybridize_runtime.vm.manifest import Spec

Pair = tuple[Any, Any]  # the matrices of an expert
BRANCHES = 32


def export_experts(
    model: MixtureOfExperts,
    path: str | Path,
    rows: tuple[int, int] = (1, 1024),
    ratio: float = 1.25,
    tile: int = 16,
    *,
    loss: Loss | None = None,
    targets: Mapping[str, Any] | None = None,
) -> None:
    """Writes a mixture of experts; `vm.load(path).run("forward", x=…)["out"]` is what the model yields.

    `rows`: the least and the most rows of a call, in sizes that are `ratio` apart.  `tile`: the most rows of one expert
    that are multiplied together; padding costs nothing else than the last tile of each expert.  With `loss`,
    `run("training", x=…, y=…)` yields the loss and a gradient for each weight; see `export_encoder`.
    """
    sizes, weights, units = geometric(*rows, ratio), Weights(), model.gate.shape[0]
    apart = _apart(model, weights)
    made = {str(n): _forward(model, n, tile, apart) for n in sizes}
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
    kernels: dict[str, Any] = {"forward": made}
    programs: dict[str, Any] = {"forward": program}
    if loss is not None:
        objective = Objective(loss, {n: rows_of(shape, tf.float32) for n, shape in (targets or {}).items()})
        kernels["training"] = {str(n): _training(model, n, tile, objective) for n in sizes}
        used = weights.arguments(kernels["training"])
        trained = {id(variable): name for name, variable in weights.trained.items()}
        gradients = [trained[id(variable)] for variable in _trained(model)]
        programs["training"] = _training_program([*objective.targets], used, gradients)
    rest = {
        "inputs": {"x": spec_json(Spec((units,), "float32"))},
        "network": {}, "dimensions": {"rows": sizes}, "programs": programs,
    }  # fmt: skip
    write_archive(path, "mixture of experts", weights.arrays(), kernels, rest)


def _trained(model: MixtureOfExperts) -> list[Any]:
    return [model.gate, model.w_in, model.w_out]


def _training(model: MixtureOfExperts, rows: int, most: int, objective: Objective) -> Lowered:
    """Rows, their number and targets to the loss and the gradients of `_trained`."""
    tile = _tile(rows * model.k / model.experts, most)
    specs = [Spec((rows, model.gate.shape[0]), "float32"), Spec((1,), "int32")]
    specs += [Spec((rows, *t.shape), tf.as_dtype(t.dtype).name) for t in objective.targets.values()]

    def run(x: Any, real: Any, *wanted: Any) -> list[Any]:
        named = dict(zip(objective.targets, wanted, strict=True))
        with tf.GradientTape() as tape:
            found = total(objective, _mixed(model, x, real, tile), named, real[0])
        gradients = tape.gradient(found, _trained(model), unconnected_gradients="zero")
        return [found, *map(tf.convert_to_tensor, gradients)]

    return lower(run, specs, "the gradients of the experts")


def _training_program(
    targets: Sequence[str], weights: Sequence[str], trained: Sequence[str]
) -> list[dict[str, Any]]:
    results = ["loss", *(f"gradient.{name}" for name in trained)]
    return [
        {"op": "shape", "of": "x", "sizes": "rows", "to": "size"},
        {"op": "count", "of": "x", "to": "real"},
        *({"op": "pad", "value": n, "rows": "size", "to": f"padded.{n}"} for n in ("x", *targets)),
        {
            "op": "invoke", "kernel": "training", "key": ["size"], "to": results,
            "arguments": ["padded.x", "real", *(f"padded.{n}" for n in targets), *(f"@{n}" for n in weights)],
        },
        {"op": "return", "values": {n: {"of": of} for n, of in zip(["loss", *trained], results, strict=True)}},
    ]  # fmt: skip


def _apart(model: MixtureOfExperts, weights: Weights) -> list[Pair]:
    """The matrices of each expert as weights of their own: XLA copies a matrix out of an array before it multiplies.

    None where experts are so many that a branch for each makes modules large.
    """
    if model.experts > BRANCHES:
        return []
    both = {"w_in": tf.unstack(model.w_in), "w_out": tf.unstack(model.w_out)}
    named = [[weights.called(f"{n}.{e}", m) for e, m in enumerate(matrices)] for n, matrices in both.items()]
    return list(zip(*named, strict=True))


def _forward(model: MixtureOfExperts, rows: int, most: int, apart: Sequence[Pair]) -> Lowered:
    tile = _tile(rows * model.k / model.experts, most)
    specs = [Spec((rows, model.gate.shape[0]), "float32"), Spec((1,), "int32")]
    return lower(lambda x, real: _mixed(model, x, real, tile, apart), specs, "the experts")


def _tile(load: float, most: int) -> int:
    """The power of two next to the rows that an expert gets where loads are even, from 4 (which cost as much as one)."""
    return min(most, max(4, 1 << math.ceil(math.log2(max(load, 1.0)))))


def _mixed(model: MixtureOfExperts, x: Any, real: Any, tile: int, apart: Sequence[Pair] = ()) -> Any:
    """What `MixtureOfExperts.__call__` yields, for the first `real[0]` rows."""
    k, count = model.k, x.shape[0]
    scores, chosen = tf.math.top_k(tf.matmul(x, model.gate), k)
    expert = tf.where(tf.range(count)[:, None] < real[0], chosen, model.experts)  # padding has none
    rows = tf.repeat(x, k, axis=0) if k > 1 else x
    outputs = _routed(model, rows, tf.reshape(expert, [-1]), tile, apart)
    mixed = tf.reshape(outputs, [count, k, x.shape[1]]) * tf.nn.softmax(scores)[:, :, None]
    return tf.reduce_sum(mixed, 1)


def _routed(model: MixtureOfExperts, x: Any, expert: Any, tile: int, apart: Sequence[Pair]) -> Any:
    """Each row through its expert: tiles of rows of one expert, in the order of experts."""
    order = tf.argsort(expert, stable=True)
    counts = tf.reduce_sum(tf.cast(expert[:, None] == tf.range(model.experts), tf.int32), 0)
    starts, tiles = tf.cumsum(counts) - counts, (counts + tile - 1) // tile
    ends = tf.cumsum(tiles)

    def place(i: Any) -> tuple[Any, Any, Any]:
        e = tf.reduce_sum(tf.cast(ends <= i, tf.int32))
        at = starts[e] + (i - (ends[e] - tiles[e])) * tile
        return e, at, at + tf.range(tile) < starts[e] + counts[e]

    rows = tf.pad(tf.gather(x, order), [[0, tile], [0, 0]])
    placed = Tiles(place, ends[-1], tile, model.activation)
    if apart:
        out = placed.over(
            rows, lambda e, some: tf.switch_case(e, [partial(placed.dense, some, *m) for m in apart])
        )
    else:
        out = _by_tiles(placed, rows, tf.convert_to_tensor(model.w_in), tf.convert_to_tensor(model.w_out))
    return tf.gather(out, tf.argsort(order))  # in the inverse of that order


@dataclass(frozen=True)
class Tiles:
    """Rows of one expert each.  `place`: the expert of a tile, its first row, and which of its rows are the expert's."""

    place: Callable[[Any], tuple[Any, Any, Any]]
    count: Any
    rows: int
    activation: Callable[[Any], Any]

    def dense(self, rows: Any, w_in: Any, w_out: Any) -> Any:
        """Rows through the two layers of an expert."""
        return tf.matmul(self.activation(tf.matmul(rows, w_in)), w_out)

    def over(self, rows: Any, expert: Callable[[Any, Any], Any]) -> Any:
        """Tile after tile; `expert`: its number and rows to rows."""

        def step(i: Any, out: Any) -> tuple[Any, Any]:
            e, at, _ = self.place(i)
            return i + 1, _written(out, expert(e, _some(rows, at, self.rows)), at)

        start = [tf.constant(0), tf.zeros_like(rows)]
        return tf.while_loop(lambda i, _: i < self.count, step, start)[1]


def _by_tiles(tiles: Tiles, rows: Any, w_in: Any, w_out: Any) -> Any:
    """Rows sorted by expert through their experts.  XLA has no gradient of slices at computed places, so it is here."""

    @tf.custom_gradient  # type: ignore[untyped-decorator]
    def run(rows: Any, w_in: Any, w_out: Any) -> Any:
        out = tiles.over(rows, lambda e, some: tiles.dense(some, w_in[e], w_out[e]))
        return out, lambda arrived: _gradients(tiles, (rows, w_in, w_out), tf.convert_to_tensor(arrived))

    return run(rows, w_in, w_out)


def _gradients(tiles: Tiles, given: tuple[Any, Any, Any], arrived: Any) -> list[Any]:
    """Of the rows and of both matrices of each expert.  A tile adds nothing for rows of the next expert."""
    rows, w_in, w_out = given

    def step(i: Any, *sums: Any) -> list[Any]:
        e, at, mine = tiles.place(i)
        parts = [_some(rows, at, tiles.rows), w_in[e], w_out[e]]
        seed = tf.where(mine[:, None], _some(arrived, at, tiles.rows), tf.zeros([], rows.dtype))
        with tf.GradientTape() as tape:
            tape.watch(parts)
            out = tiles.dense(*parts)
        found = tape.gradient(out, parts, output_gradients=seed)
        found = [found[0], found[1][None], found[2][None]]
        places = [at, e, e]
        return [
            i + 1,
            *(
                _written(s, _some(s, p, f.shape[0]) + f, p)
                for s, p, f in zip(sums, places, found, strict=True)
            ),
        ]

    start = [tf.constant(0), *map(tf.zeros_like, given)]
    return list(tf.while_loop(lambda i, *_: i < tiles.count, step, start))[1:]


def _some(buffer: Any, start: Any, count: int) -> Any:
    """`buffer[start:start + count]`."""
    from tensorflow.compiler.tf2xla.ops import gen_xla_ops as xla

    rest = [0] * (buffer.shape.rank - 1)
    return xla.xla_dynamic_slice(buffer, tf.stack([start, *rest]), tf.constant([count, *buffer.shape[1:]]))


def _written(buffer: Any, rows: Any, start: Any) -> Any:
    from tensorflow.compiler.tf2xla.ops import gen_xla_ops as xla

    return xla.xla_dynamic_update_slice(buffer, rows, tf.stack([start, *[0] * (buffer.shape.rank - 1)]))
