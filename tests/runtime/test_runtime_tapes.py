"""Tapes that are used twice, persistent or inside of each other: the right gradients, or what to do."""

from __future__ import annotations

import numpy as np
import pytest
import tensorflow as tf
from hybridize_runtime import InputError, Network, from_sequence, vertex_function

pytestmark = pytest.mark.tf


class Chain:
    def __init__(self) -> None:
        self.w = tf.Variable([[0.5, 0.25], [-0.5, 1.0]])
        self.x = tf.reshape(tf.linspace(-1.0, 1.0, 10), [5, 2])
        cells = [vertex_function(0)(self.first), vertex_function(1)(self.step)]
        self.network = Network(cells, {"h": 2}, {"x": 2}, small_tile_sizes=(2,))
        self.graphs = [from_sequence(3, "step", "first"), from_sequence(2, "step", "first")]

    def first(self, v):
        v.scatter(h=tf.tanh(v.pull("x")))

    def step(self, v):
        h = tf.tanh(v.pull("x") + v.gather(0).h @ self.w)
        v.scatter(h=h)
        v.push(y=h * v.gather(0).h)

    def loss(self, executor: str):
        outputs = self.network(self.graphs, {"x": self.x}, executor)
        return tf.reduce_sum(outputs.state["h"] ** 2) + tf.reduce_sum(outputs.pushed["y"] ** 3)


def persistent(model: Chain, executor: str) -> list:
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(model.x)
        loss = model.loss(executor)
    return [tape.gradient(loss, model.w), tape.gradient(loss, model.x), tape.gradient(loss, model.w)]


def nested(model: Chain, executor: str) -> list:
    with tf.GradientTape() as outer:
        outer.watch(model.x)
        with tf.GradientTape() as inner:
            inner.watch(model.x)
            loss = model.loss(executor)
        penalty = tf.reduce_sum(inner.gradient(loss, model.x) ** 2)
    return [penalty, *outer.gradient(penalty, [model.w, model.x])]


def traced(model: Chain, executor: str) -> list:
    return list(tf.function(lambda: nested(model, executor), autograph=False)())


@pytest.mark.parametrize(
    ("compute", "executor"),
    [(persistent, "small-tiles"), (nested, "auto"), pytest.param(traced, "loop", marks=pytest.mark.slow)],
)
def test_gradients_of_second_order_and_of_persistent_tapes(compute, executor: str) -> None:
    model = Chain()
    for found, want in zip(compute(model, executor), compute(model, "eager"), strict=True):
        np.testing.assert_allclose(found, want, rtol=1e-4, atol=1e-5)


def test_arrays_of_tiles_cannot_be_used_under_a_persistent_tape() -> None:
    model = Chain()
    arrays = model.network.arrays(model.network.plan(model.graphs), "small-tiles")
    arrays = {name: tf.constant(value) for name, value in arrays.items()}
    with tf.GradientTape(persistent=True), pytest.raises(InputError, match=r"persistent.*`loop`"):
        model.network.apply(arrays, {"x": model.x}, "small-tiles")


@pytest.mark.parametrize("said", [None, True])
def test_a_function_that_was_traced_without_a_tape(said: bool | None) -> None:
    model = Chain()

    @tf.function(autograph=False)
    def loss():
        outputs = model.network(model.graphs, {"x": model.x}, "small-tiles", gradients=said)
        return tf.reduce_sum(outputs.state["h"] ** 2)

    loss()
    if said is None:
        with pytest.raises(InputError, match=r"gradients=True"), tf.GradientTape():
            loss()
        return
    with tf.GradientTape() as tape:
        value = loss()
    with tf.GradientTape() as other:
        want = tf.reduce_sum(model.network(model.graphs, {"x": model.x}, "eager").state["h"] ** 2)
    np.testing.assert_allclose(tape.gradient(value, model.w), other.gradient(want, model.w), rtol=1e-4)
