"""Whole steps as one graph: the same numbers as a step in Python, and the same errors."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
import tensorflow as tf
from hybridize_runtime import Network, from_trees, vertex_function
from hybridize_runtime.errors import InputError

pytestmark = pytest.mark.tf
TREES = [((0, 1), 2), (0, (1, (2, 3))), (0, 1), ((0, 1), (2, 3))]
GRAPHS = list(from_trees(TREES, pulls={"x": None}))
RATE = 0.1


class Model:
    """Weights from a seed, and one step as a function of what computes a batch."""

    def __init__(self, **options) -> None:
        rng = np.random.default_rng(0)
        self.w, self.u, self.head = (
            tf.Variable(rng.normal(size=shape)) for shape in ((3, 2), (2, 2), (2, 1))
        )

        @vertex_function(arity=0)
        def leaf(v):
            v.scatter(h=tf.tanh(v.pull("x") @ self.w))

        @vertex_function(arity=2)
        def inner(v):
            h = tf.tanh(v.sum(v.gather().h) @ self.u)
            v.scatter(h=h)
            v.push(h=h)

        self.network = Network(
            [leaf, inner], {"h": 2}, {"x": 3}, dtype=tf.float64, small_tile_sizes=(4,), **options
        )

    def step(self, run, x):
        variables = [self.w, self.u, self.head]
        with tf.GradientTape() as tape:
            outputs = run({"x": x})
            loss = tf.reduce_sum((outputs.state["h"] @ self.head) ** 2) + tf.reduce_sum(outputs.pushed["h"])
        for variable, gradient in zip(variables, tape.gradient(loss, variables), strict=True):
            variable.assign_sub(RATE * gradient)
        return loss


def rows(graphs, seed: int) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=[sum(graph.rows["x"] for graph in graphs), 3])


@pytest.mark.parametrize("patience", [0.0, 1.0])
@pytest.mark.parametrize("wide", [False, True])
def test_a_whole_step_learns_what_a_step_in_python_learns(patience: float, wide: bool, monkeypatch) -> None:
    whole, python = Model(patience=patience), Model()
    monkeypatch.setattr(whole.network, "choose", lambda plan: "loop" if wide else "small-tiles")
    step = whole.network.function(whole.step)
    for i, graphs in enumerate((GRAPHS, GRAPHS[:2], GRAPHS, GRAPHS[1:])):
        x = rows(graphs, i)
        want = python.step(
            lambda inputs, graphs=graphs: python.network(graphs, inputs, "eager"), tf.constant(x)
        )
        np.testing.assert_allclose(step(graphs, tf.constant(x)), want, rtol=1e-9)
    for one, other in zip((whole.w, whole.u, whole.head), (python.w, python.u, python.head), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-8)
    executor = "loop" if wide else "small-tiles"
    assert whole.network.traces == ({} if patience else {(executor, True): 1})


def test_a_batch_that_needs_too_much_memory_runs_in_parts() -> None:
    whole, python = Model(memory=600), Model()
    x = tf.constant(rows(GRAPHS, 0))
    found = whole.network.function(whole.step)(GRAPHS, x)
    want = python.step(lambda inputs: python.network(GRAPHS, inputs, "eager"), x)
    np.testing.assert_allclose(found, want, rtol=1e-9)
    np.testing.assert_allclose(whole.w, python.w, rtol=1e-8)


@pytest.mark.parametrize("patience", [0.0, 1.0])
def test_another_number_of_rows_than_the_graphs_have_is_refused(patience: float, monkeypatch) -> None:
    model = Model(patience=patience)
    monkeypatch.setattr(model.network, "choose", lambda plan: "loop")
    step = model.network.function(model.step)
    step(GRAPHS, tf.constant(rows(GRAPHS, 0)))
    for count in (1, -1):
        x = rows(GRAPHS, 0)
        x = np.concatenate([x, x[:count]]) if count > 0 else x[:count]
        with pytest.raises((InputError, tf.errors.InvalidArgumentError), match="rows"):
            step(GRAPHS, tf.constant(x))


@pytest.mark.slow
def test_a_step_may_have_a_persistent_tape() -> None:
    """Its gradients may be differentiated again, which tiles have no gradients for: known once the step is traced."""
    model = Model(patience=0.0)

    @model.network.function
    def gradients(run, x):
        with tf.GradientTape(persistent=True) as tape:
            h = run({"x": x}).state["h"]
            first, second = tf.reduce_sum(h), tf.reduce_sum(h**2)
        return [tape.gradient(loss, model.u) for loss in (first, second)]

    x = tf.constant(rows(GRAPHS, 0))
    with tf.GradientTape(persistent=True) as tape:
        h = model.network(GRAPHS, {"x": x}, "eager").state["h"]
        first, second = tf.reduce_sum(h), tf.reduce_sum(h**2)
    for _ in range(2):
        for mine, loss in zip(gradients(GRAPHS, x), (first, second), strict=True):
            np.testing.assert_allclose(mine, tape.gradient(loss, model.u), rtol=1e-9)
    assert all(executor == "loop" for executor, _ in model.network.traces)


@pytest.mark.parametrize("executor", ["loop", "tiles"])
def test_several_threads_share_a_step(executor: str, monkeypatch) -> None:
    model = Model(patience=0.0, tile_sizes=(8,))
    monkeypatch.setattr(model.network, "choose", lambda plan: executor)

    @model.network.function
    def gradient(run, x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(run({"x": x}).state["h"] ** 2)
        return tape.gradient(loss, model.u)

    batches = [GRAPHS[: 1 + k % 4] for k in range(8)]
    x = [tf.constant(rows(graphs, k)) for k, graphs in enumerate(batches)]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(gradient, batches, x))
    assert model.network.traces == {(executor, True): 1}
    for mine, graphs, given in zip(found, batches, x, strict=True):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(model.network(graphs, {"x": given}, "eager").state["h"] ** 2)
        np.testing.assert_allclose(mine, tape.gradient(loss, model.u), rtol=1e-9)


def test_inputs_are_those_of_the_network() -> None:
    model = Model(patience=0.0)
    step = model.network.function(lambda run, x: run({"y": x}).state["h"])
    with pytest.raises(InputError, match="no input `y`"):
        step(GRAPHS, tf.constant(rows(GRAPHS, 0)))
    with pytest.raises(InputError, match="`x` is missing"):
        model.network.function(lambda run: run({}).state["h"])(GRAPHS)
    with pytest.raises(InputError, match="rows of shape"):
        model.network.function(lambda run, x: run({"x": x}).state["h"])(GRAPHS, tf.zeros([14, 2], tf.float64))
