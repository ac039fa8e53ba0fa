"""Keras layers, mixed precision, budgets of memory, data parallelism."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import keras
import numpy as np
import pytest
import tensorflow as tf
from hybridize_runtime import Network, dataset, from_children, planned, vertex_function
from hybridize_runtime.execute import chunks
from hybridize_runtime.layers import GraphLayer
from hybridize_runtime.models import (
    BinaryTreeLSTM,
    ChildSumTreeLSTM,
    LatticeLSTM,
    VariableGRU,
    VariableLSTM,
    weight,
)
from hybridize_runtime.models.trees import graphs_of

pytestmark = pytest.mark.tf
TREES = [((0, 1), 2), 0, ((0, (1, 2)), (3, 4)), (0, 1), ((0, 1), (2, 3))]
LEAVES = 15


def rows(dtype: str = "float64", width: int = 2) -> tf.Tensor:
    return tf.cast(tf.random.stateless_normal([LEAVES, width], [1, 2], dtype=tf.float64), dtype)


def tree_layer(policy: str = "float32", **options) -> GraphLayer:
    return GraphLayer(lambda dtype: ChildSumTreeLSTM(2, 3, dtype=dtype), dtype=policy, **options)


def test_a_layer_trains_its_weights_through_fit_with_regularizers() -> None:
    keras.utils.set_random_seed(0)
    layer = tree_layer(regularizer=keras.regularizers.L2(0.1))
    model = keras.Sequential([layer, keras.layers.Dense(1)])
    x, labels = rows("float32").numpy(), np.arange(5.0, dtype="float32")[:, None]
    data = dataset(
        layer.network, lambda: [(graphs_of(TREES), {"x": x}, labels)] * 3, tf.TensorSpec([None, 1])
    )
    data = data.apply(tf.data.experimental.assert_cardinality(3))
    model.compile(optimizer=keras.optimizers.Adam(0.1), loss="mse")
    before = [w.numpy() for w in layer.trainable_weights]
    history = model.fit(data, epochs=2, verbose=0, shuffle=False).history["loss"]
    assert history[1] < history[0]
    assert len(before) == 5
    assert all((w.numpy() != b).any() for w, b in zip(layer.trainable_weights, before, strict=True))
    assert len(layer.losses) == 3


class OwnCells:
    """A weight, a layer that is built by its first call, and layers in a list, one of which drops."""

    def __init__(self, dtype) -> None:
        self.w, self.dense = weight("w", 3, 3, dtype=dtype), keras.layers.Dense(3, dtype=dtype)
        self.others = [
            keras.layers.Dropout(0.5, dtype=dtype),
            {"norm": keras.layers.LayerNormalization(dtype=dtype)},
        ]
        cells = [vertex_function((0, 2), "node")(self.node)]
        self.network = Network(cells, {"h": 3}, {"x": 2}, dtype)

    def node(self, v) -> None:
        drop, norm = self.others[0], self.others[1]["norm"]
        v.scatter(h=drop(norm(tf.tanh(self.dense(v.pull("x")) + v.sum(v.gather().h) @ v.weight(self.w)))))


@keras.saving.register_keras_serializable("tests")
def own_cells(dtype) -> OwnCells:
    return OwnCells(dtype)


@pytest.mark.filterwarnings("ignore:__array__ implementation:DeprecationWarning")
@pytest.mark.parametrize("policy", ["float32", pytest.param("mixed_bfloat16", marks=pytest.mark.slow)])
def test_a_layer_of_own_cells_trains_and_saves_what_they_call(policy: str, tmp_path) -> None:
    graphs = [from_children(["node"] * 3, [[], [], [0, 1]], {"x": range(3)}) for _ in range(4)]
    leaves = [np.float32(np.random.default_rng(i).normal(size=[3, 2])) for i in range(4)]
    layer = GraphLayer(own_cells, dtype=policy)
    assert [w.path.split("/")[-1] for w in layer.trainable_weights] == [
        "w",
        "kernel",
        "bias",
        "gamma",
        "beta",
    ]
    model = keras.Sequential([layer, keras.layers.Dense(1)])
    model.compile(keras.optimizers.Adam(0.1), "mse")
    data = planned(tf.data.Dataset.range(4).batch(2), layer.network, graphs, {"x": leaves}, np.ones([4, 1]))
    before = [w.numpy() for w in layer.trainable_weights]
    model.fit(data, epochs=2, verbose=0, shuffle=False)
    assert all((w.numpy() != b).any() for w, b in zip(layer.trainable_weights, before, strict=True))
    model.save(tmp_path / "model.keras")
    again = keras.models.load_model(tmp_path / "model.keras")
    np.testing.assert_array_equal(again.predict(data, verbose=0), model.predict(data, verbose=0))


def with_variable(v, w, hidden):
    return v.pull("x") @ w


def with_layer(v, w, hidden):
    return hidden(v.pull("x"))


@pytest.mark.parametrize(("step", "lost"), [(with_variable, "lost"), (with_layer, "kernel")])
def test_a_layer_refuses_variables_that_it_would_not_train(step, lost: str) -> None:
    """Also those of a layer that only a cell knows, and that is built by its first call."""

    def make(dtype):
        w = tf.Variable(tf.eye(2), name="lost", trainable=step is with_variable)
        hidden = keras.layers.Dense(2)
        cell = vertex_function((0, 1), "node")(lambda v: v.scatter(h=step(v, w, hidden)))
        return SimpleNamespace(network=Network([cell], {"h": 2}, {"x": 2}, dtype))

    with pytest.raises(ValueError, match=f"`make` makes the variable `{lost}`.*models.weight"):
        GraphLayer(make)


@pytest.mark.parametrize("narrow", ["bfloat16", pytest.param("float16", marks=pytest.mark.slow)])
def test_mixed_precision_keeps_wide_weights_and_computes_narrow(narrow: str) -> None:
    keras.utils.set_random_seed(1)
    wide, mixed = tree_layer(), tree_layer(f"mixed_{narrow}")
    assert {w.dtype for w in mixed.trainable_weights} == {"float32"}
    mixed.set_weights(wide.get_weights())
    graphs, found = graphs_of(TREES), []
    for layer in (wide, mixed):
        x = tf.cast(rows(), layer.compute_dtype)
        with tf.GradientTape() as tape:
            h = layer.network(graphs, {"x": x}, "loop").state["h"]
            loss = tf.reduce_sum(tf.cast(h, "float32") ** 2)
        assert h.dtype == layer.compute_dtype
        found.append([loss, *tape.gradient(loss, [w.value for w in layer.trainable_weights])])
    for a, b in zip(*found, strict=True):
        assert b.dtype == tf.float32
        np.testing.assert_allclose(a, b, atol=0.05 * float(tf.reduce_max(tf.abs(a))) + 1e-3)


@pytest.mark.parametrize("make", [BinaryTreeLSTM, VariableLSTM, VariableGRU])
def test_all_models_take_mixed_precision(make) -> None:
    model = make(2, 3, dtype="mixed_bfloat16")
    given = ([4, 11],) if make is not BinaryTreeLSTM else ()
    x = tf.cast(rows(), tf.bfloat16)
    with tf.GradientTape() as tape:
        h = model(x, *given, "loop") if given else model(graphs_of(TREES), x, "loop")
        loss = tf.reduce_sum(tf.cast(h, tf.float32))
    assert h.dtype == tf.bfloat16
    assert all(g.dtype == tf.float32 for g in tape.gradient(loss, model.trainable_variables))
    assert LatticeLSTM(2, 2, 3, dtype="mixed_bfloat16").network.state["h"].dtype == tf.bfloat16


def test_large_batches_are_executed_in_parts_that_keep_to_the_budget() -> None:
    model, graphs, x = ChildSumTreeLSTM(2, 3, dtype=tf.float64), graphs_of(TREES), tf.Variable(rows())
    network = model.network
    found = []
    for share in (1, 3):
        network.memory = chunks.estimate(network.plan(graphs), network.programs, network.state, True) // share
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.sin(network(graphs, {"x": x}, "loop").state["h"]))
        found.append([loss, *map(tf.convert_to_tensor, tape.gradient(loss, [*model.trainable_variables, x]))])
    for a, b in zip(*found, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-12)
    plans = [len(plan.forest) for _, plan in network._plans.values()]
    assert max(plans) == 27 - 2  # all vertices together, and parts of a few trees
    assert sum(n < 25 for n in plans) >= 3


def test_parts_have_about_as_many_vertices() -> None:
    graphs = graphs_of([0] * 50 + [((0, 1), (2, 3))] * 50)
    sizes = [sum(map(len, graphs[part])) for part in chunks.parts(graphs, 4)]
    assert sum(sizes) == 400
    assert max(sizes) <= 110
    assert [p.stop for p in chunks.parts(graphs[:1], 5)] == [1]


@pytest.mark.slow
def test_two_workers_compute_the_gradients_of_one() -> None:
    ports = []
    for _ in range(2):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            ports.append(free.getsockname()[1])
    cluster = {"cluster": {"worker": [f"127.0.0.1:{port}" for port in ports]}}
    script = str(Path(__file__).with_name("one_worker.py"))
    workers = [
        subprocess.Popen(
            [sys.executable, script, json.dumps({**cluster, "task": {"type": "worker", "index": i}})],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for i in range(2)
    ]
    outputs = [worker.communicate(timeout=240) for worker in workers]
    assert [worker.returncode for worker in workers] == [0, 0], outputs
    found = [json.loads(out.strip().splitlines()[-1]) for out, _ in outputs]
    alone = subprocess.run([sys.executable, script, ""], capture_output=True, text=True, check=True)
    expected = json.loads(alone.stdout.strip().splitlines()[-1])
    for mine in found:
        np.testing.assert_allclose(mine["losses"], expected["losses"], rtol=1e-5)
        for a, b in zip(mine["weights"], expected["weights"], strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-6)


def test_two_devices_compute_the_gradients_of_one() -> None:
    """Also after an update of the weights, of which each device has its own."""
    script = str(Path(__file__).with_name("two_devices.py"))
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False, timeout=240)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.strip().splitlines()[-1])
    for way, alone in (("two", "one"), ("two in a function", "one"), ("two with Keras", "one with Keras")):
        for mine, theirs in zip(found[way], found[alone], strict=True):
            np.testing.assert_allclose(mine, theirs, rtol=1e-5, atol=1e-6)
