"""Export of encoders: modules per few layers and size of a group; sequences of similar length are padded together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import tensorflow as tf

from hybridize_runtime.cells import rows_of
from hybridize_runtime.errors import CellError
from hybridize_runtime.models.encoders import Encoder, EncoderLayer
from hybridize_runtime.portable.encoder_training import (
    lower_group,
    lower_zeros,
    training_program,
)
from hybridize_runtime.portable.lowering import Lowered, lower, update_slice
from hybridize_runtime.portable.networks import Loss
from hybridize_runtime.portable.weights import Weights
from hybridize_runtime.portable.writing import spec_json, write_archive
from hybridize_runtime.vm.groups import geometric
from hybridize_runtime.vm.manifest import Spec

KEY = ["batch", "length"]
Call = tuple[str, list[str]]  # a kernel and the names of its weights
GROUPS = {
    "op": "groups", "lengths": "lengths", "batches": "batches", "sizes": "lengths", "group": "group", "to": "groups",
}  # fmt: skip


@dataclass(frozen=True)
class SequenceRule:
    """How sequences are padded: lengths to the next of geometric sizes from `least` to `most`, `ratio` apart and multiples
    of `multiple`.  A group has one of the numbers `batches` of sequences, and at most `group` padded steps; `steps`:
    padded steps of a whole call; `fused`: layers of one module.  Each module costs a call, and its layers compilation."""

    least: int = 8
    most: int = 128
    ratio: float = 1.125
    multiple: int = 4
    batches: tuple[int, ...] = (1, 2, 4, 8, 16)
    group: int = 1024
    steps: int = 16384
    fused: int = 4

    @property
    def lengths(self) -> tuple[int, ...]:
        """Lengths that modules are made for."""
        return geometric(self.least, self.most, self.ratio, self.multiple)

    @property
    def sizes(self) -> list[tuple[int, int]]:
        """Sequences and steps of the groups that modules are made for."""
        return [
            (b, n)
            for b, n in product(self.batches, self.lengths)
            if b == min(self.batches) or b * n <= self.group
        ]

    @property
    def rows(self) -> tuple[int, ...]:
        """Rows of the buffer for results."""
        return geometric(min(1024, self.steps), self.steps, 4.0)


def export_encoder(
    model: Encoder,
    path: str | Path,
    rule: SequenceRule | None = None,
    name: str = "encoder",
    *,
    loss: Loss | None = None,
    targets: Mapping[str, Any] | None = None,
) -> None:
    """Writes an encoder as an archive; `vm.load(path).run("forward", ids=…, lengths=…)["out"]` is what the model yields.

    With `loss`, `run("training", ids=…, lengths=…, y=…)` yields the `loss` and a gradient for each weight, by its name:
    `loss(out, targets)` gets the steps of the sequences, [steps, units], and those of `targets` (declared as inputs of
    networks are: a width, a shape or a `Rows`), and yields a number for each; the loss of a batch is their sum.
    Raises CellError where layers are not of one form.
    """
    rule, weights = rule or SequenceRule(), Weights()
    kernels, calls = _forward(model, rule, weights)
    kernels["update"] = _updates(model.units, rule)
    programs = {"forward": _program(model.units, calls)}
    if loss is not None:
        rows = {n: rows_of(shape, tf.float32) for n, shape in (targets or {}).items()}
        made = {_key(b, n): lower_group(model, b, n, loss, rows) for b, n in rule.sizes}
        kernels |= {"training": made, "zeros": {"": lower_zeros(model)}}
        used = weights.arguments(made)
        names = {id(variable): name for name, variable in weights.trained.items()}
        trained = [names[id(variable)] for variable in model.trainable_variables]
        programs["training"] = training_program(GROUPS, [*rows], used, trained)
    rest = {
        "inputs": {"ids": spec_json(Spec((), "int32")), "lengths": spec_json(Spec((), "int32"))},
        "network": {},
        "dimensions": {
            "lengths": rule.lengths,
            "batches": rule.batches,
            "rows": rule.rows,
            "group": [rule.group],
        },
        "programs": programs,
    }
    write_archive(path, name, weights.arrays(), kernels, rest)


def _key(*numbers: int) -> str:
    return ",".join(map(str, numbers))


def _rows(x: Any) -> Any:
    """All steps as rows."""
    return tf.reshape(x, [-1, x.shape[-1]])


def _forward(model: Encoder, rule: SequenceRule, weights: Weights) -> tuple[dict[str, Any], list[Call]]:
    """Kernels for the embedding with the first layers and for as many more at a time, and calls of them in order."""
    parts = [model.layers[i : i + rule.fused] for i in range(0, len(model.layers), rule.fused)] or [[]]
    kernels: dict[str, Any] = {}
    calls: list[Call] = []
    for i, layers in enumerate(parts):
        kernel = f"layers.{len(layers)}" if i else "encode"
        sizes = rule.sizes[:1] if kernel in kernels else rule.sizes
        lowered = _layers if i else partial(_encode, model)
        made = {_key(b, n): lowered(layers, b, n) for b, n in sizes}
        key = _key(*rule.sizes[0])
        if made[key].code != kernels.setdefault(kernel, made)[key].code:
            raise CellError("the layers of the encoder have different forms; export layers of one form")
        calls.append((kernel, weights.arguments(made)))
    return kernels, calls


def _encode(model: Encoder, layers: Sequence[EncoderLayer], batch: int, length: int) -> Lowered:
    def run(ids: Any, lengths: Any) -> Any:
        return _rows(_through(layers, model.embed(ids), lengths))

    return lower(run, [Spec((batch, length), "int32"), Spec((batch,), "int32")], "the encoder")


def _layers(layers: Sequence[EncoderLayer], batch: int, length: int) -> Lowered:
    units = layers[0].units

    def run(rows: Any, lengths: Any) -> Any:
        return _rows(_through(layers, tf.reshape(rows, [batch, length, units]), lengths))

    specs = [Spec((batch * length, units), "float32"), Spec((batch,), "int32")]
    return lower(run, specs, "layers", [(0, 0)])


def _through(layers: Sequence[EncoderLayer], x: Any, lengths: Any) -> Any:
    for layer in layers:
        x = layer(x, lengths)
    return x


def _updates(units: int, rule: SequenceRule) -> dict[str, Lowered]:
    """Modules that write the results of a group into a buffer."""
    return {
        _key(rows, b, n): update_slice(Spec((rows, units), "float32"), Spec((b * n, units), "float32"))
        for rows in rule.rows
        for b, n in rule.sizes
        if b * n <= rows
    }


def _program(units: int, calls: Sequence[Call]) -> list[dict[str, Any]]:
    invoked = [
        {
            "op": "invoke", "kernel": kernel, "key": KEY, "to": ["x"],
            "arguments": ["x" if i else "rows", "real", *(f"@{name}" for name in weights)],
        }
        for i, (kernel, weights) in enumerate(calls)
    ]  # fmt: skip
    body = [
        {"op": "gather", "value": "ids", "index": "index", "to": "rows"},
        {"op": "pad", "value": "real", "rows": "batch", "to": "real"},
        *invoked,
        {
            "op": "update",
            "kernel": "update",
            "key": ["rows.out", *KEY],
            "buffer": "out",
            "rows": "x",
            "start": "start",
        },
    ]
    return [
        GROUPS,
        {"op": "shape", "of": "steps", "sizes": "rows", "to": "rows.out"},
        {"op": "buffer", "name": "out", "rows": "rows.out", "row": [units], "dtype": "float32", "to": "out"},
        {"op": "loop", "over": "groups", "body": body},
        {"op": "return", "values": {"out": {"of": "out", "index": "places"}}, "keep": {"out": "out"}},
    ]
