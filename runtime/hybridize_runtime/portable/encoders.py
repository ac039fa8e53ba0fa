"""Export of encoders: modules per few layers and size of a group; sequences of similar length are padded together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import tensorflow as tf

from hybridize_runtime.compile.cells import rows_of
from hybridize_runtime.errors import CellError
from hybridize_runtime.models.encoders import Encoder, EncoderLayer, Part
from hybridize_runtime.portable.encoder_training import (
    lower_group,
    lower_zeros,
    training_program,
)
from hybridize_runtime.portable.lowering import Lowered, lower
from hybridize_runtime.portable.networks import Loss
from hybridize_runtime.portable.weights import Weights
from hybridize_runtime.portable.writing import spec_json, write_archive
from hybridize_runtime.vm.groups import geometric
from hybridize_runtime.vm.manifest import Spec

KEY = ["batch", "length"]
Call = tuple[str, list[str]]  # a kernel and the names of its weights
Cut = tuple[EncoderLayer, list[Part]]  # a layer, and its dense layers in parts
GROUPS = {
    "op": "groups", "lengths": "lengths", "batches": "batches", "sizes": "lengths", "singles": "singles",
    "group": "group", "to": "groups",
}  # fmt: skip


@dataclass(frozen=True)
class SequenceRule:
    """How sequences are padded: lengths to the next of geometric sizes from `least` to `most`, `ratio` apart and multiples
    of `multiple`; those of a group of one are twice as fine.  A group has one of the numbers `batches` of sequences, and
    at most `group` padded steps; `fused`: layers of one module.  Each module costs a call, and its layers compilation."""

    least: int = 8
    most: int = 128
    ratio: float = 1.125
    multiple: int = 4
    batches: tuple[int, ...] = (1, 2, 4, 8, 16)
    group: int = 1024
    fused: int = 4

    @property
    def lengths(self) -> tuple[int, ...]:
        """Lengths that modules are made for."""
        return geometric(self.least, self.most, self.ratio, self.multiple)

    @property
    def singles(self) -> tuple[int, ...]:
        """Lengths of a sequence alone, where groups of one are made."""
        if 1 not in self.batches:
            return ()
        return geometric(self.least, self.most, (1 + self.ratio) / 2, max(self.multiple // 2, 1))

    @property
    def sizes(self) -> list[tuple[int, int]]:
        """Sequences and steps of the groups that modules are made for."""
        return [
            (b, n)
            for b in self.batches
            for n in (self.singles if b == 1 else self.lengths)
            if b == min(self.batches) or b * n <= self.group
        ]


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
    programs = {"forward": _program(calls)}
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
            "singles": rule.singles,
            "batches": rule.batches,
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
        cut = [_cut(layer, weights) for layer in layers]
        lowered = _layers if i else partial(_encode, model)
        made = {_key(b, n): lowered(cut, b, n) for b, n in sizes}
        key = _key(*rule.sizes[0])
        if made[key].code != kernels.setdefault(kernel, made)[key].code:
            raise CellError("the layers of the encoder have different forms; export layers of one form")
        calls.append((kernel, weights.arguments(made)))
    return kernels, calls


def _cut(layer: EncoderLayer, weights: Weights) -> Cut:
    """The layer, and its dense layers in two parts, which XLA runs side by side: it shares no product of few rows."""
    parts = layer.dense_parts(2 - layer.b_up.shape[0] % 2)
    names = ("w_up", "b_up", "w_down")
    return layer, [
        tuple(weights.called(f"{n}.{i}", t) for n, t in zip(names, part, strict=True))
        for i, part in enumerate(parts)
    ]


def _encode(model: Encoder, layers: Sequence[Cut], batch: int, length: int) -> Lowered:
    def run(ids: Any, lengths: Any) -> Any:
        return _rows(_through(layers, model.embed(ids), lengths))

    return lower(run, [Spec((batch, length), "int32"), Spec((batch,), "int32")], "the encoder")


def _layers(layers: Sequence[Cut], batch: int, length: int) -> Lowered:
    units = layers[0][0].units

    def run(rows: Any, lengths: Any) -> Any:
        return _rows(_through(layers, tf.reshape(rows, [batch, length, units]), lengths))

    specs = [Spec((batch * length, units), "float32"), Spec((batch,), "int32")]
    return lower(run, specs, "layers", [(0, 0)])


def _through(layers: Sequence[Cut], x: Any, lengths: Any) -> Any:
    for layer, dense in layers:
        x = layer(x, lengths, dense)
    return x


def _program(calls: Sequence[Call]) -> list[dict[str, Any]]:
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
        {"op": "collect", "of": "x", "to": "out"},
    ]
    return [
        GROUPS,
        {"op": "loop", "over": "groups", "body": body},
        {"op": "return", "values": {"out": {"of": "out", "index": "places"}}},
    ]
