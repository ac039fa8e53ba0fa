"""Random models as archives: what `hybridize_runtime.vm` computes from a file, against the reference."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import tensorflow as tf
from hybridize_runtime import export, vm
from hybridize_runtime.portable.buckets import Rule

from .graphs import random_rows
from .running import Case, Model, Results, traced_functions

# Archives have no rows of edges, no gradients that differ from those of the operations, no random numbers, and float32.
LEFT_OUT = ('v.pull("e")', "custom", "helper", "drawn(")


def portable(case: Case) -> Case | None:
    """The case as archives can hold it; None for what they refuse."""
    text = "\n".join(cell.source() for cell in case.model.cells)
    if any(word in text for word in LEFT_OUT):
        return None
    return replace(case, model=replace(case.model, dtype="float32"))


def without_edges(case: Case) -> Model:
    """The model without the input that archives refuse."""
    model = Model(case.model, case.seed)
    rows = {name: rows for name, rows in model.network.inputs.items() if not rows.edges}
    model.network = type(model.network)(model.cells, model.network.state, rows, dtype=tf.float32)
    return model


def loss_per_row(state: Mapping[str, Any], targets: Mapping[str, Any]) -> Any:
    """One number for each vertex that is read, which tells its entries from each other."""
    total = targets["y"][:, 0]
    for rows in state.values():
        total += tf.reduce_sum(tf.sin(rows * (1.0 + tf.range(rows.shape[1], dtype=rows.dtype))), 1)
    return total


def by_archive(case: Case) -> tuple[Results, Results]:
    """Results and gradients of an archive of the case, and what the reference says of them."""
    model = without_edges(case)
    rows = {
        name: value
        for name, value in random_rows(case.model, list(case.graphs), case.seed).items()
        if name != "e"
    }
    graphs = [replace_edges(graph.graph()) for graph in case.graphs]
    reads = sum(len(graph.reads) for graph in graphs)
    y = np.zeros([reads, 1], "float32")
    with tempfile.TemporaryDirectory() as folder, traced_functions():
        path = Path(folder) / "model.hyb"
        export(model.network, graphs, path, loss=loss_per_row, targets={"y": 1}, rule=Rule(tiles=(4,)))
        loaded = vm.load(path, cache=Path(folder) / "cache")
        loss, gradients = loaded.gradients(graphs, rows, {"y": y})
        found = {**loaded(graphs, rows), "loss": np.float32(loss)}
        found |= {f"d {name}": value for name, value in gradients.items()}
    with tf.GradientTape() as tape:
        outputs = model.network(graphs, {**rows, "k": tf.constant(rows["k"])}, "eager")
        total = tf.reduce_sum(loss_per_row(outputs.state, {"y": y}))
    weights = {name: w for name, w in model.weights.items() if f"d {name}" in found}
    asked = tape.gradient(total, weights, unconnected_gradients="zero")
    want = {**outputs.state, **{f"pushed.{n}": r for n, r in outputs.pushed.items()}, "loss": total}
    want |= {f"d {name}": tf.convert_to_tensor(gradient) for name, gradient in asked.items()}
    return found, {name: np.asarray(value) for name, value in want.items()}


def replace_edges(graph: Any) -> Any:
    """The graph without rows of edges."""
    rows = {name: count for name, count in graph.rows.items() if name != "e"}
    return replace(graph, edge_pulls={}, rows=rows)
