"""Rows that belong to no vertex: whatever an operation makes of them, nobody's gradient has a part of it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
import tensorflow as tf
from fuzz.running import without_compilation
from hybridize_runtime import InstanceGraph, Network, from_children, vertex_function

pytestmark = pytest.mark.tf
WIDTH = 3


@pytest.fixture(autouse=True)
def _uncompiled() -> Iterator[None]:
    with without_compilation():
        yield


def star(children: int) -> InstanceGraph:
    """A vertex with so many leaves."""
    cells = [*["leaf"] * children, "inner"] if children else ["leaf"]
    below = [*[()] * children, tuple(range(children))] if children else [()]
    return from_children(cells, below, {"x": range(len(cells))})


class Means:
    """A mean over many children, and a logarithm of what no child has: neither is defined for rows of zeros."""

    def __init__(self) -> None:
        self.weight = tf.Variable(tf.ones([WIDTH, 2]))
        cells = [vertex_function(0)(self.leaf), vertex_function((1, 7))(self.inner)]
        self.network = Network(cells, {"h": WIDTH}, {"x": WIDTH}, tile_sizes=(32, 8), small_tile_sizes=(4,))

    def leaf(self, v):
        v.scatter(h=tf.exp(v.pull("x")))

    def inner(self, v):
        h = v.gather().h
        v.scatter(h=tf.tanh(v.sum(h)))
        v.push(y=v.mean(h) @ self.weight, z=v.pull("x") * tf.math.log(v.sum(h)))

    def gradients(self, graphs: list[InstanceGraph], executor: str) -> list[np.ndarray]:
        rows = sum(graph.rows["x"] for graph in graphs)
        x = tf.Variable(np.linspace(-1.0, 1.0, rows * WIDTH, dtype="float32").reshape(rows, WIDTH))
        with tf.GradientTape() as tape:
            outputs = self.network(graphs, {"x": x}, executor)
            loss = sum(map(tf.reduce_sum, (*outputs.state.values(), *outputs.pushed.values())))
        found = tape.gradient(loss, [x, self.weight], unconnected_gradients="zero")
        return [tf.convert_to_tensor(gradient).numpy() for gradient in found]


@pytest.mark.parametrize("executor", ["loop", "tiles", "small-tiles"])
@pytest.mark.parametrize("children", [[0], [0, 0, 2], [5, 6, 1], [7, 3, 0]])
def test_gradients_have_no_part_of_rows_without_a_vertex(children: list[int], executor: str) -> None:
    model, graphs = Means(), [star(count) for count in children]
    for found, want in zip(model.gradients(graphs, executor), model.gradients(graphs, "eager"), strict=True):
        np.testing.assert_allclose(found, want, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("executor", ["loop", "tiles", "small-tiles"])
def test_gradients_have_no_part_of_random_numbers_without_a_vertex(executor: str) -> None:
    """The logarithm of what dropout leaves of a row of one number: where the vertex keeps it, all else is of no account."""
    weight = tf.Variable([[0.5]])

    @vertex_function(arity=(0, 1))
    def cell(v):
        kept = tf.nn.dropout(v.pull("x"), 0.5)
        v.scatter(h=tf.tanh((kept * tf.math.log(kept)) @ weight))

    network = Network([cell], {"h": 1}, {"x": 1}, tile_sizes=(32, 8), small_tile_sizes=(4,))
    graph, x, tried = from_children(["cell"], [()], {"x": [0]}), tf.constant([[3.0]]), 0
    while tried < 8:
        with tf.GradientTape() as tape:
            state = network([graph], {"x": x}, executor).state["h"]
        if np.isfinite(state).all():
            tried += 1
            assert np.isfinite(tape.gradient(state, weight)).all()
