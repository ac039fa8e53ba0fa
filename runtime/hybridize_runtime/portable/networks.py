"""The modules of a network: one whole batch each, with the loop over its steps inside."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import tensorflow as tf

from hybridize_runtime.compile.cells import Rows
from hybridize_runtime.execute.execution import before, execute
from hybridize_runtime.execute.kits import Flat
from hybridize_runtime.execute.network import Network
from hybridize_runtime.graph.batches import batch_arrays, pushers
from hybridize_runtime.portable.lowering import Lowered, lower
from hybridize_runtime.vm.manifest import Bucket, Spec
from hybridize_runtime.vm.schedule import layout, pad_of

Loss = Callable[[Any, Mapping[str, Any]], Any]


@dataclass(frozen=True)
class Objective:
    """What training minimises: the sum of `loss(state, targets)`, a number per vertex that is read."""

    loss: Loss
    targets: Mapping[str, Rows]


def row_spec(rows: Rows) -> Spec:
    """Rows as a manifest declares them."""
    return Spec(tuple(rows.shape), tf.as_dtype(rows.dtype).name, rows.shared)


def _many(rows: Rows, count: int) -> Spec:
    spec = row_spec(rows)
    return replace(spec, shape=(count, *spec.shape), shared=False)


def _cutter(
    network: Network, bucket: Bucket, tile: int, gradients: bool
) -> tuple[Spec, Callable[[Any], Any]]:
    """The vector of integers that modules take, and how they cut it into arrays."""
    arrays = batch_arrays(network.empty_plan(), network.programs, bucket.extent, pad_of(tile), gradients)
    places = layout(arrays)
    total = sum(int(np.prod(shape)) for _, shape in places)

    def cut(vector: Any) -> dict[str, Any]:
        found, at = {}, 0
        for name, shape in places:
            size = int(np.prod(shape))
            found[name] = tf.reshape(vector[at : at + size], shape) if size else tf.zeros(shape, tf.int32)
            at += size
        return found

    return Spec((total,), "int32"), cut


def lower_forward(network: Network, bucket: Bucket, tile: int) -> Lowered:
    """Vector and rows of inputs to states read and rows pushed, both with padding."""
    kit = Flat((tile,))
    vector, cut = _cutter(network, bucket, tile, gradients=False)

    def forward(plan: Any, *rows: Any) -> Any:
        arrays = cut(plan)
        known = before(network.programs, kit, dict(zip(network.inputs, rows, strict=True)), arrays, {})
        state, pushed = execute(network.programs, network.state, kit, known, arrays, keep=False)
        return [
            *(state[name] for name in network.state),
            *(pushed[name] for name in pushers([p.trace for p in network.programs])),
        ]

    rows = [_many(spec, bucket.rows[name]) for name, spec in network.inputs.items()]
    return lower(forward, [vector, *rows], "the forward pass")


def lower_training(network: Network, bucket: Bucket, tile: int, objective: Objective) -> Lowered:
    """Vector, rows of inputs and rows of targets to the loss and the gradients of all variables."""
    kit = Flat((tile,))
    vector, cut = _cutter(network, bucket, tile, gradients=True)
    inputs = [_many(spec, bucket.rows[name]) for name, spec in network.inputs.items()]
    targets = [_many(spec, bucket.extent.reads) for spec in objective.targets.values()]

    def training(plan: Any, *rows: Any) -> Any:
        arrays = cut(plan)
        given = dict(zip(network.inputs, rows[: len(inputs)], strict=True))
        wanted = dict(zip(objective.targets, rows[len(inputs) :], strict=True))
        with tf.GradientTape() as tape:
            known = before(network.programs, kit, given, arrays, {})
            state, _ = execute(network.programs, network.state, kit, known, arrays, keep=True)
            loss = total(objective, state, wanted, arrays["read_count"])
        trained = _as_captured(tape.watched_variables())
        found = tape.gradient(loss, trained, unconnected_gradients=tf.UnconnectedGradients.ZERO)
        return [loss, *map(tf.convert_to_tensor, found)]

    return lower(training, [vector, *inputs, *targets], "the training step")


def _as_captured(variables: Any) -> list[Any]:
    """Variables in the order in which the function being traced takes them, which is that of the module's arguments."""
    captures = tf.compat.v1.get_default_graph().captures
    place = {id(outside): i for i, (outside, _) in enumerate(captures)}
    return sorted(variables, key=lambda variable: place[id(variable.handle)])


def total(objective: Objective, out: Any, targets: Mapping[str, Any], count: Any) -> Any:
    """The loss over the first `count` rows of `out`, an array or several by name."""
    size = tf.nest.flatten(out)[0].shape[0]
    return total_where(objective.loss, out, targets, tf.range(size) < count)


def total_where(loss: Callable[[Any, Any], Any], out: Any, targets: Mapping[str, Any], real: Any) -> Any:
    """The loss over real rows.  In the place of padding stands the first row, on which the loss is defined."""
    index = tf.where(real, tf.range(tf.size(real)), 0)
    named = (tf.nest.map_structure(lambda t: tf.gather(t, index), rows) for rows in (out, dict(targets)))
    rows = loss(*named)
    return tf.reduce_sum(tf.where(real, rows, tf.zeros([], rows.dtype)))


def lower_descent(trained: Mapping[str, Any]) -> Lowered:
    """A rate [1], weights and gradients to new weights, which take the place of the old ones."""
    specs = [Spec(tuple(v.shape), v.dtype.name) for v in trained.values()]

    def descend(rate: Any, *both: Any) -> Any:
        pairs = zip(both[: len(specs)], both[len(specs) :], strict=True)
        return [weight - tf.cast(rate[0], weight.dtype) * gradient for weight, gradient in pairs]

    donated = [(1 + i, i) for i in range(len(specs))]
    return lower(descend, [Spec((1,), "float32"), *specs, *specs], "the update of weights", donated)
