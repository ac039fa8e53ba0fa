"""Workload: the first training step of each ready model, in a process where nothing was computed before.

With the executor that the model takes by itself, from examples to gradients of all weights; what TensorFlow itself does when
it first computes anything is done before.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import tensorflow as tf
from hybridize_runtime import models
from hybridize_runtime.models.modules import SCENE
from hybridize_runtime.models.trees import graphs_of

from corpus.bench_runtime.data import random_trees
from corpus.bench_runtime.steps import TensorNetwork, random_tree

Loss = Callable[[], Any]
MORE = 3  # further steps, of which the median is reported


def first_step(
    hidden: int, batch: int, threads: int, rounds: int, compare: bool, model: str
) -> dict[str, Any]:
    """Seconds of CPU time of the first step of a model, and of a later one."""
    del compare, rounds
    tf.random.set_seed(0)
    tf.matmul(tf.zeros([3, 3]), tf.zeros([3, 3]))
    loss, owner = MODELS[model](hidden, batch, np.random.default_rng(0))
    seconds = []
    for _ in range(1 + MORE):
        start = time.process_time()
        with tf.GradientTape() as tape:
            value = loss()
        found = tape.gradient(value, owner.trainable_variables)
        assert all(gradient is not None for gradient in found)
        seconds.append(time.process_time() - start)
    return {
        "workload": "first-step", "model": model, "hidden": hidden, "batch": batch, "threads": threads,
        "first_s": round(seconds[0], 2), "later_s": round(float(np.median(seconds[1:])), 3),
    }  # fmt: skip


def _squares(rows: Any) -> Any:
    return tf.reduce_sum(rows**2)


def _rows(rng: np.random.Generator, *shape: int) -> Any:
    return tf.constant(rng.normal(size=shape).astype(np.float32))


def _trees(kind: Callable[[int, int], Any]) -> Callable[..., tuple[Loss, Any]]:
    def make(hidden: int, batch: int, rng: np.random.Generator) -> tuple[Loss, Any]:
        model, trees = kind(hidden, hidden), random_trees(batch, rng)
        graphs = graphs_of(trees)
        x = _rows(rng, sum(graph.rows["x"] for graph in graphs), hidden)
        return lambda: _squares(model(graphs_of(trees), x)), model

    return make


def _sequences(kind: Callable[[int, int], Any]) -> Callable[..., tuple[Loss, Any]]:
    def make(hidden: int, batch: int, rng: np.random.Generator) -> tuple[Loss, Any]:
        lengths = rng.integers(5, 40, batch).tolist()
        model, x = kind(hidden, hidden), _rows(rng, sum(lengths), hidden)
        return lambda: _squares(model(x, lengths)), model

    return make


def _lattices(hidden: int, batch: int, rng: np.random.Generator) -> tuple[Loss, Any]:
    model = models.LatticeLSTM(hidden, hidden, hidden)
    lengths = rng.integers(10, 51, batch).tolist()
    words = [[(i, min(i + int(rng.integers(1, 4)), n - 1)) for i in range(0, n - 1, 2)] for n in lengths]
    x, rows = _rows(rng, sum(lengths), hidden), _rows(rng, sum(map(len, words)), hidden)

    def loss() -> Any:
        return _squares(model([models.lattice(n, w) for n, w in zip(lengths, words, strict=True)], x, rows))

    return loss, model


def _modules(hidden: int, batch: int, rng: np.random.Generator) -> tuple[Loss, Any]:
    """Programs of five modules out of six; every one is applied in each batch."""
    model = models.ModuleNetwork(hidden // 4, unary=4, binary=2)
    programs = []
    for i in range(batch):
        a, b, c, d = ((i + j) % 4 for j in range(4))
        programs.append((4 + i % 2, (a, (b, SCENE)), (c, (d, SCENE))))
    images = _rows(rng, batch, 8, 8, hidden // 4)
    return lambda: _squares(model(images, programs)), model


def _graphs(hidden: int, batch: int, rng: np.random.Generator) -> tuple[Loss, Any]:
    model = models.GraphNetwork(hidden, hidden, 3)
    sizes = rng.integers(5, 40, batch).tolist()
    edges = [rng.integers(0, n, [3 * n, 2]) for n in sizes]
    x = _rows(rng, sum(sizes), hidden)

    def loss() -> Any:
        nodes, whole = model(models.wiring(sizes, edges), x)
        return _squares(nodes) + _squares(whole)

    return loss, model


def _experts(hidden: int, batch: int, rng: np.random.Generator) -> tuple[Loss, Any]:
    model, x = models.MixtureOfExperts(8, hidden, 2 * hidden, k=2), _rows(rng, 8 * batch, hidden)
    return lambda: _squares(model(x)), model


def _encoder(hidden: int, batch: int, rng: np.random.Generator) -> tuple[Loss, Any]:
    model = models.Encoder(1000, 64, hidden, 4, 4 * hidden, layers=2)
    lengths = rng.integers(5, 40, batch).astype(np.int32)
    ids = tf.constant(rng.integers(0, 1000, int(lengths.sum())), tf.int32)
    return lambda: _squares(model(ids, lengths)), model


def _tensor_network(hidden: int, batch: int, rng: np.random.Generator) -> tuple[Loss, Any]:
    model = TensorNetwork(hidden // 4)
    trees = [random_tree(rng, int(n)) for n in rng.integers(5, 40, batch)]
    return lambda: model.loss(model.pushed(trees)), model


MODELS: dict[str, Callable[..., tuple[Loss, Any]]] = {
    "ChildSumTreeLSTM": _trees(models.ChildSumTreeLSTM),
    "BinaryTreeLSTM": _trees(models.BinaryTreeLSTM),
    "TreeFC": _trees(models.TreeFC),
    "VariableLSTM": _sequences(models.VariableLSTM),
    "VariableGRU": _sequences(models.VariableGRU),
    "LatticeLSTM": _lattices,
    "ModuleNetwork": _modules,
    "GraphNetwork": _graphs,
    "MixtureOfExperts": _experts,
    "Encoder": _encoder,
    "recursive neural tensor network": _tensor_network,
}
