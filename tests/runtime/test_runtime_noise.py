"""Dropout and other random numbers in cells: anew for every call and vertex, and as Keras says whether it trains."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from unittest import mock

import keras
import numpy as np
import pytest
import tensorflow as tf
from fuzz.running import without_compilation
from hybridize_runtime import Network, batching, cell, from_nested, vertex_function
from hybridize_runtime.execute import chunks
from hybridize_runtime.layers import GraphLayer

pytestmark = pytest.mark.tf
WIDTH, TIMES, TREES = 4, 4, ([[0, 1], 2], [0, [1, [2, 3]]])
ROWS = 7 * TIMES
EXECUTORS = ["groups", "loop", "small-tiles"]


@pytest.fixture(autouse=True)
def _uncompiled() -> Iterator[None]:
    with without_compilation():
        yield


def graphs(times: int = TIMES) -> list:
    made = [
        from_nested(
            tree,
            children=lambda node: node if isinstance(node, list) else (),
            cell=lambda node: "inner" if isinstance(node, list) else "leaf",
            pulls={"x": lambda node: None if isinstance(node, list) else node},
        )
        for tree in TREES
    ]
    return made * times


class Dropped:
    """Dropout in all places: before the loop, in it and after it; `asked` says `training` to the layer."""

    def __init__(self, asked: bool | None = None) -> None:
        self.layer = keras.layers.Dropout(0.5, seed=3)
        self.asked = {} if asked is None else {"training": asked}
        self.w = tf.Variable(0.9 * tf.eye(WIDTH))
        cells = [vertex_function(0)(self.leaf), vertex_function(2)(self.inner)]
        self.network = Network(cells, {"h": WIDTH}, {"x": WIDTH}, small_tile_sizes=(4,))

    def leaf(self, v):
        v.scatter(h=self.layer(v.pull("x"), **self.asked))

    def inner(self, v):
        h = self.layer(tf.tanh(v.sum(v.gather().h) @ self.w), **self.asked)
        v.scatter(h=h)
        v.push(y=h, z=tf.nn.dropout(v.gather(0).h, 0.5) if v.training else v.gather(0).h)

    def __call__(self, executor: str, **options) -> dict[str, np.ndarray]:
        outputs = self.network(graphs(), {"x": tf.ones([ROWS, WIDTH])}, executor, **options)
        return {name: np.asarray(rows) for name, rows in outputs.pushed.items()}


@pytest.mark.parametrize("executor", ["eager", *EXECUTORS])
def test_dropout_follows_training_and_draws_anew(executor: str) -> None:
    model = Dropped()
    assert (model(executor)["y"] != 0).all()
    assert (model(executor, training=False)["y"] != 0).all()
    first, second = (model(executor, training=True) for _ in range(2))
    assert 0.3 < (first["y"] == 0).mean() < 0.9
    assert (first["z"] == 0).mean() > 0.5  # what was dropped in the state of the child, and half of the rest
    assert (first["y"] != second["y"]).mean() > 0.3
    # Every vertex has numbers of its own, also those of one group.
    assert len({mask.tobytes() for mask in first["y"] == 0}) > WIDTH + 1


@pytest.mark.parametrize("executor", EXECUTORS)
def test_a_layer_that_is_told_to_train_does(executor: str) -> None:
    assert 0.3 < (Dropped(asked=True)(executor)["y"] == 0).mean() < 0.9


@pytest.mark.parametrize("executor", EXECUTORS)
@pytest.mark.parametrize("parts", [1, 3])
def test_gradients_are_those_of_the_mask_that_was_drawn(executor: str, parts: int) -> None:
    """Also where a batch is computed in parts, and again for its gradients."""
    model = Dropped()
    few, network = graphs(2), model.network
    x = tf.ones([7 * 2, WIDTH])
    network.memory = chunks.estimate(network.plan(few), network.programs, network.state, True) // parts + 1
    seeds = {
        name: tf.constant([1, i], s.dtype)
        for i, (name, s) in enumerate(model.network.way(True, True).seeds.items())
    }
    step = 1e-2

    def loss(shift: float, asked: bool = False) -> tuple[float, float | None]:
        model.w.assign_add(shift * tf.ones_like(model.w))
        with mock.patch.object(Network, "_seeds", return_value=seeds), tf.GradientTape() as tape:
            outputs = network(few, {"x": x}, executor, training=True)
            value = sum(
                tf.reduce_sum(rows**2) for rows in (*outputs.pushed.values(), *outputs.state.values())
            )
        model.w.assign_sub(shift * tf.ones_like(model.w))
        return float(value), float(tf.reduce_sum(tape.gradient(value, model.w))) if asked else None

    slope = (loss(step)[0] - loss(-step)[0]) / (2 * step)
    value, gradient = loss(0.0, asked=True)
    assert gradient == pytest.approx(slope, rel=2e-2)
    assert loss(0.0)[0] == value


def test_parts_are_computed_again_with_the_same_numbers_whatever_auto_has_chosen_since() -> None:
    taken: list[str] = []

    def in_turns(*_: object) -> str:
        taken.append(("loop", "small-tiles")[len(taken) % 2])
        return taken[-1]

    begins = mock.patch.object(Network, "_begins", return_value=False)
    with begins, mock.patch.object(Network, "choose", in_turns):
        test_gradients_are_those_of_the_mask_that_was_drawn("auto", 3)
    assert {"loop", "small-tiles"} <= set(taken)


def test_in_a_layer_of_keras_the_flag_is_that_of_the_layer() -> None:
    network = Dropped().network
    layer = GraphLayer(lambda _: SimpleNamespace(network=network))
    batch = {
        "arrays": {k: tf.constant(v) for k, v in network.arrays(network.plan(graphs()), "loop").items()},
        "inputs": {"x": tf.ones([ROWS, WIDTH])},
    }
    model = keras.Sequential([layer])
    assert (np.asarray(model(batch)) != 0).all()
    assert (np.asarray(model(batch, training=True)) == 0).any()
    assert (np.asarray(model(batch)) != 0).all()  # what was traced for training is not used


@pytest.mark.parametrize("executor", ["eager", "groups", "loop"])
@pytest.mark.parametrize("example", [False, True])
def test_dropout_in_recorded_calls(executor: str, example: bool) -> None:
    layer = keras.layers.Dropout(0.5)

    @cell(example=example)
    def drop(x, training):
        return layer(x, training=training) + 0.0

    rows = [np.ones([1, WIDTH], "float32") for _ in range(24)]
    found = []
    for training in (True, True, False):
        with batching(executor):
            calls = [drop(drop(x, False), training) for x in rows]
        found.append(np.concatenate([np.asarray(call) for call in calls]))
    assert 0.3 < (found[0] == 0).mean() < 0.7
    assert (found[0] != found[1]).any()
    assert (found[2] == 1).all()
    assert len({row.tobytes() for row in found[0]}) > 5


def test_recorded_calls_in_a_layer_follow_its_flag() -> None:
    inner = keras.layers.Dropout(0.5)
    dropped = cell(lambda x: inner(x) * 1.0, name="dropped")

    class Layer(keras.layers.Layer):
        def call(self, x, training=None):
            with batching("groups"):
                rows = [dropped(row[None]) for row in tf.unstack(x)]
            return tf.concat([tf.convert_to_tensor(row) for row in rows], 0)

    layer, x = Layer(), tf.ones([40, WIDTH])
    assert (np.asarray(layer(x)) == 1).all()
    assert (np.asarray(layer(x, training=True)) == 0).any()
    assert (np.asarray(layer(x)) == 1).all()
