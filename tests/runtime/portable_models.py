"""Models, graphs and expected results for tests of archives."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import tensorflow as tf
from hybridize_runtime import InstanceGraph, export
from hybridize_runtime.models import ChildSumTreeLSTM, VariableLSTM
from hybridize_runtime.models.sequences import chain
from hybridize_runtime.models.trees import binary_tree
from hybridize_runtime.portable.buckets import Rule

UNITS = 6
MODELS = ("lstm", "tree-lstm")


def random_tree(rng: np.random.Generator, leaves: int, first: int = 0) -> Any:
    """Nested pairs over the numbers from `first` on."""
    if leaves == 1:
        return first
    left = int(rng.integers(1, leaves))
    return random_tree(rng, left, first), random_tree(rng, leaves - left, first + left)


def random_graph(name: str, rng: np.random.Generator, most: int = 9) -> InstanceGraph:
    size = int(rng.integers(1, most + 1))
    return chain(size) if name == "lstm" else binary_tree(random_tree(rng, size))


def model_of(name: str) -> Any:
    tf.keras.utils.set_random_seed(3)
    return (VariableLSTM if name == "lstm" else ChildSumTreeLSTM)(UNITS, UNITS)


def row_loss(state: Any, targets: Any) -> Any:
    return tf.reduce_sum((state["h"] - targets["y"]) ** 2, 1)


def exported(name: str, path: Path, rule: Rule) -> Any:
    """The model; its archive is at the path."""
    model, rng = model_of(name), np.random.default_rng(0)
    graphs = [random_graph(name, rng) for _ in range(40)]
    export(model, graphs, path, loss=row_loss, targets={"y": UNITS}, rule=rule, name=name)
    return model


def random_batch(name: str, rng: np.random.Generator, most: int) -> tuple[list[InstanceGraph], Any, Any]:
    """Graphs, rows of `x`, rows of the target."""
    graphs = [random_graph(name, rng) for _ in range(int(rng.integers(1, most + 1)))]
    rows = sum(graph.rows["x"] for graph in graphs)
    x = rng.normal(size=(rows, UNITS)).astype(np.float32)
    return graphs, x, rng.normal(size=(len(graphs), UNITS)).astype(np.float32)


def by_tensorflow(model: Any, graphs: list[InstanceGraph], x: Any, y: Any) -> dict[str, Any]:
    """States, loss and gradients as TensorFlow computes them."""
    with tf.GradientTape() as tape:
        state = model.network(graphs, {"x": x}, "loop").state
        loss = tf.reduce_sum(row_loss(state, {"y": y}))
    gradients = tape.gradient(loss, model.trainable_variables)
    named = {v.name.split(":")[0]: g for v, g in zip(model.trainable_variables, gradients, strict=True)}
    found = {
        "loss": loss,
        **{f"state.{k}": v for k, v in state.items()},
        **{f"d.{k}": g for k, g in named.items()},
    }
    return {name: np.asarray(value) for name, value in found.items()}


def by_archive(loaded: Any, graphs: list[InstanceGraph], x: Any, y: Any) -> dict[str, Any]:
    """The same from an archive."""
    loss, gradients = loaded.gradients(graphs, {"x": x}, {"y": y})
    state = {f"state.{k}": v for k, v in loaded(graphs, {"x": x}).items()}
    return {"loss": np.float32(loss), **state, **{f"d.{k}": g for k, g in gradients.items()}}


def assert_equal(mine: dict[str, Any], theirs: dict[str, Any]) -> None:
    """Within float32's tolerance: relative to the largest number of each array, because sums are in another order."""
    assert mine.keys() == theirs.keys()
    for name, value in theirs.items():
        scale = max(1.0, float(np.max(np.abs(value))))
        np.testing.assert_allclose(mine[name], value, rtol=1e-5, atol=2e-6 * scale, err_msg=name)
