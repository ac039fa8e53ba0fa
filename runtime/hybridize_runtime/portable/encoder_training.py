"""Gradients of encoders: one module per size of a group, which adds to the loss and the gradients of the groups before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import tensorflow as tf

from hybridize_runtime.compile.cells import Rows
from hybridize_runtime.models.encoders import Encoder
from hybridize_runtime.portable.lowering import Lowered, lower
from hybridize_runtime.portable.networks import Loss, total_where
from hybridize_runtime.vm.manifest import Spec

Program = list[dict[str, Any]]


def sums_of(model: Encoder) -> list[Spec]:
    """The loss, and a gradient for each of `model.trainable_variables`."""
    return [Spec((), "float32"), *(Spec(tuple(v.shape), v.dtype.name) for v in model.trainable_variables)]


def lower_zeros(model: Encoder) -> Lowered:
    """Sums of no groups."""
    specs = sums_of(model)
    return lower(lambda: [tf.zeros(spec.shape, spec.dtype) for spec in specs], [], "the sums")


def lower_group(model: Encoder, batch: int, length: int, loss: Loss, targets: Mapping[str, Rows]) -> Lowered:
    """Ids, lengths, mask, targets and sums to sums with those of the group, in place.

    ids, mask: int32 [batch, length]; lengths: int32 [batch]; targets: [batch, length, ...] each.
    """
    sums = sums_of(model)
    specs = [Spec((batch, length), "int32"), Spec((batch,), "int32"), Spec((batch, length), "int32")]
    specs += [Spec((batch, length, *t.shape), tf.as_dtype(t.dtype).name) for t in targets.values()]

    def add(ids: Any, lengths: Any, mask: Any, *rest: Any) -> list[Any]:
        wanted = dict(zip(targets, rest[: len(targets)], strict=True))
        with tf.GradientTape() as tape:
            x = model.embed(ids)
            for layer in model.layers:
                x = layer(x, lengths)
            steps, named = tf.nest.map_structure(_steps, (x, wanted))
            total = total_where(loss, steps, named, _steps(mask) > 0)
        found = tape.gradient(total, model.trainable_variables, unconnected_gradients="zero")
        new = [total, *map(tf.convert_to_tensor, found)]  # that of a gather comes as slices
        return [a + b for a, b in zip(rest[len(targets) :], new, strict=True)]

    donated = [(len(specs) + i, i) for i in range(len(sums))]
    return lower(add, [*specs, *sums], "the gradients of a group", donated)


def _steps(x: Any) -> Any:
    """[batch, length, ...] to [batch * length, ...]."""
    return tf.reshape(x, [-1, *x.shape[2:]])


def training_program(
    groups: Mapping[str, Any], targets: Sequence[str], weights: Sequence[str], trained: Sequence[str]
) -> Program:
    """Groups, zeros, one module for each group, return.  `trained`: names of the gradients, in the order of the sums."""
    sums = ["loss", *(f"gradient.{name}" for name in trained)]
    wanted = [f"steps.{name}" for name in targets]
    body: Program = [
        *(
            {"op": "gather", "value": name, "index": "index", "to": to}
            for name, to in zip(["ids", *targets], ["rows", *wanted], strict=True)
        ),
        *({"op": "pad", "value": name, "rows": "batch", "to": name} for name in ("real", "mask")),
        {
            "op": "invoke", "kernel": "training", "key": ["batch", "length"], "to": sums,
            "arguments": ["rows", "real", "mask", *wanted, *sums, *(f"@{name}" for name in weights)],
        },
    ]  # fmt: skip
    values = {name: {"of": of} for name, of in zip(["loss", *trained], sums, strict=True)}
    return [
        dict(groups),
        {"op": "invoke", "kernel": "zeros", "key": [], "arguments": [], "to": sums},
        {"op": "loop", "over": "groups", "body": body},
        {"op": "return", "values": values},
    ]
