"""Models, random batches and expected results for tests of archives."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import tensorflow as tf
from hybridize_runtime import InstanceGraph, export
from hybridize_runtime.models import (
    BinaryTreeLSTM,
    ChildSumTreeLSTM,
    Encoder,
    LatticeLSTM,
    MixtureOfExperts,
    TreeFC,
    VariableGRU,
    VariableLSTM,
    lattice,
)
from hybridize_runtime.models.sequences import chain
from hybridize_runtime.models.trees import binary_tree
from hybridize_runtime.portable import SequenceRule, export_encoder, export_experts
from hybridize_runtime.portable.buckets import Rule

UNITS, MOST_WORDS = 6, 2
ENCODER = SequenceRule(least=4, most=12, ratio=1.5, batches=(1, 3))
Rng = np.random.Generator


@dataclass(frozen=True, eq=False)
class Batch:
    """What a call takes, without or with graphs, and rows of the target."""

    inputs: dict[str, Any]
    y: Any
    graphs: Sequence[InstanceGraph] = ()


def random_tree(rng: Rng, leaves: int, first: int = 0) -> Any:
    """Nested pairs over the numbers from `first` on."""
    if leaves == 1:
        return first
    left = int(rng.integers(1, leaves))
    return random_tree(rng, left, first), random_tree(rng, leaves - left, first + left)


def random_lattice(rng: Rng, size: int) -> InstanceGraph:
    """Characters, at each of which at most `MOST_WORDS` words end."""
    spans = [(a, b) for b in range(size) for a in sorted(rng.permutation(b)[:MOST_WORDS])]
    return lattice(size, [(int(a), b) for a, b in spans if rng.random() < 0.4])


def _tree(rng: Rng, size: int) -> InstanceGraph:
    return binary_tree(random_tree(rng, size))


NETWORKS: dict[str, tuple[Callable[[], Any], Callable[[Rng, int], InstanceGraph]]] = {
    "lstm": (lambda: VariableLSTM(UNITS, UNITS), lambda rng, size: chain(size)),
    "gru": (lambda: VariableGRU(UNITS, UNITS), lambda rng, size: chain(size)),
    "tree-lstm": (lambda: ChildSumTreeLSTM(UNITS, UNITS), _tree),
    "binary-tree-lstm": (lambda: BinaryTreeLSTM(UNITS, UNITS), _tree),
    "tree-fc": (lambda: TreeFC(UNITS, UNITS), _tree),
    "lattice-lstm": (lambda: LatticeLSTM(UNITS, UNITS, UNITS, MOST_WORDS), random_lattice),
}
MODELS = (*NETWORKS, "encoder", "experts")
# Of the largest number of an array.  Gradients of layer normalisation over few units differ more: they divide by variances.
TOLERANCES = {**dict.fromkeys(MODELS, 2e-6), "encoder": 1e-5}


def random_graph(name: str, rng: Rng, most: int = 9) -> InstanceGraph:
    return NETWORKS[name][1](rng, int(rng.integers(1, most + 1)))


def row_loss(state: Any, targets: Any) -> Any:
    h = state["h"] if isinstance(state, dict) else state
    return tf.reduce_sum((h - targets["y"]) ** 2, 1)


def exported(name: str, path: Path, rule: Rule) -> Any:
    """The model; its archive is at the path."""
    tf.keras.utils.set_random_seed(3)
    given = {"loss": row_loss, "targets": {"y": UNITS}}
    if name == "encoder":
        model = Encoder(tokens=20, places=16, units=UNITS, heads=2, hidden=12, layers=2)
        export_encoder(model, path, ENCODER, **given)
    elif name == "experts":
        model = MixtureOfExperts(5, UNITS, UNITS, k=2)
        export_experts(model, path, rows=(1, 40), ratio=2.0, tile=4, **given)
    else:
        model, rng = NETWORKS[name][0](), np.random.default_rng(0)
        graphs = [random_graph(name, rng) for _ in range(40)]
        export(model, graphs, path, rule=rule, name=name, **given)
    return model


def _rows(rng: Rng, count: int) -> Any:
    return rng.normal(size=(count, UNITS)).astype(np.float32)


def random_batch(name: str, rng: Rng, most: int) -> Batch:
    """Up to `most` examples; of experts, up to ten times as many rows."""
    size = int(rng.integers(1, most + 1))
    if name == "experts":
        rows = int(rng.integers(1, 10 * most + 1))
        return Batch({"x": _rows(rng, rows)}, _rows(rng, rows))
    if name == "encoder":
        lengths = rng.integers(1, ENCODER.most + 1, size).astype(np.int32)
        ids = rng.integers(0, 20, int(lengths.sum())).astype(np.int32)
        return Batch({"ids": ids, "lengths": lengths}, _rows(rng, len(ids)))
    graphs = [random_graph(name, rng) for _ in range(size)]
    inputs = {key: _rows(rng, sum(graph.rows[key] for graph in graphs)) for key in graphs[0].rows}
    return Batch(inputs, _rows(rng, sum(len(graph.reads) for graph in graphs)), graphs)


def by_tensorflow(model: Any, batch: Batch) -> dict[str, Any]:
    """States or rows, loss and gradients as TensorFlow computes them; gradients in the order of the variables."""
    with tf.GradientTape() as tape:
        out = (
            model.network(batch.graphs, batch.inputs, "eager").state
            if batch.graphs
            else {"out": model(*batch.inputs.values())}
        )
        loss = tf.reduce_sum(row_loss(out if batch.graphs else out["out"], {"y": batch.y}))
    variables = _named(model)
    gradients = tape.gradient(loss, [*variables.values()], unconnected_gradients="zero")
    found = {"loss": loss, **{f"state.{k}": v for k, v in out.items()}}
    found |= {f"d.{k}": tf.convert_to_tensor(g) for k, g in zip(variables, gradients, strict=True)}
    return {name: np.asarray(value) for name, value in found.items()}


def _named(model: Any) -> dict[str, Any]:
    """Variables by their names in archives: of several with one name, those after the first are numbered."""
    variables = model.trainable_variables
    if isinstance(model, Encoder):  # in the order in which they are used
        layers = [v for layer in model.layers for v in layer.trainable_variables]
        variables = [model.tokens, model.places, *layers]
    found: dict[str, Any] = {}
    for variable in variables:
        name = variable.name.split(":")[0]
        count = sum(known.partition("~")[0] == name for known in found)
        found[f"{name}~{count + 1}" if count else name] = variable
    return found


def by_archive(loaded: Any, batch: Batch) -> dict[str, Any]:
    """The same from an archive."""
    if batch.graphs:
        loss, gradients = loaded.gradients(batch.graphs, batch.inputs, {"y": batch.y})
        state = loaded(batch.graphs, batch.inputs)
    else:
        gradients = loaded.run("training", **batch.inputs, y=batch.y)
        loss, state = gradients.pop("loss"), loaded.run("forward", **batch.inputs)
    named = {f"state.{k}": v for k, v in state.items()} | {f"d.{k}": g for k, g in gradients.items()}
    return {"loss": np.float32(loss), **named}


def assert_equal(mine: dict[str, Any], theirs: dict[str, Any]) -> None:
    """Within float32's tolerance: relative to the largest number of each array, because sums are in another order."""
    assert mine.keys() == theirs.keys()
    for name, value in theirs.items():
        scale = max(1.0, float(np.max(np.abs(value))))
        np.testing.assert_allclose(mine[name], value, rtol=1e-5, atol=2e-6 * scale, err_msg=name)
