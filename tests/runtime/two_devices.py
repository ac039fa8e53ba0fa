"""Gradients on two logical devices under `MirroredStrategy`, and on one, and weights of Keras after an epoch, as JSON."""

from __future__ import annotations

import json
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"

import keras
import numpy as np
import tensorflow as tf

cpu = tf.config.list_physical_devices("CPU")[0]
tf.config.set_logical_device_configuration(cpu, [tf.config.LogicalDeviceConfiguration()] * 2)

# Imported when the devices are there.
from hybridize_runtime import Network, Rows, from_children, from_sequence, planned, vertex_function  # noqa: E402
from hybridize_runtime.layers import GraphLayer  # noqa: E402
from hybridize_runtime.models import weight  # noqa: E402

LENGTHS, X = [3, 2, 4, 1], np.random.default_rng(0).normal(size=[10, 4]).astype("float32")


class Model:
    def __init__(self) -> None:
        self.w = tf.Variable(0.5 * tf.eye(4) + 0.1, aggregation=tf.VariableAggregation.ONLY_FIRST_REPLICA)
        cells = [vertex_function(arity=(0, 1), name="step")(self.step)]
        self.network = Network(cells, {"h": 4}, {"x": 4})

    def step(self, v):
        v.scatter(h=tf.tanh(v.pull("x") + v.sum(v.gather().h) @ self.w))

    def loss(self, arrays, x):
        return tf.reduce_sum(self.network.apply(arrays, {"x": x}, "loop").state["h"] ** 2)

    def arrays(self, lengths):
        plan = self.network.plan([from_sequence(n, "step") for n in lengths])
        return {name: tf.constant(a) for name, a in self.network.arrays(plan, "loop").items()}


def on_two(in_function: bool) -> list:
    strategy = tf.distribute.MirroredStrategy(["CPU:0", "CPU:1"])
    with strategy.scope():
        model = Model()
    parts = [(model.arrays(LENGTHS[:2]), X[:5]), (model.arrays(LENGTHS[2:]), X[5:])]

    def of_replica(values):
        return strategy.experimental_distribute_values_from_function(
            lambda context: values[context.replica_id_in_sync_group]
        )

    arrays = {name: of_replica([part[name] for part, _ in parts]) for name in parts[0][0]}
    x = of_replica([tf.constant(rows) for _, rows in parts])

    def gradient(arrays, x):
        with tf.GradientTape() as tape:
            loss = model.loss(arrays, x)
        return tape.gradient(loss, model.w)

    def run():
        return strategy.run(gradient, (arrays, x))

    call = tf.function(run, autograph=False) if in_function else run
    found = []
    for _ in range(2):
        with strategy.scope():
            total = strategy.reduce("SUM", call(), axis=None)
            model.w.assign_sub(0.1 * total)
        found.append(total.numpy().tolist())
    replicas = [value.numpy() for value in strategy.experimental_local_results(model.w)]
    np.testing.assert_array_equal(*replicas)
    return [*found, replicas[0].tolist()]


def on_one() -> list:
    model, found = Model(), []
    for _ in range(2):
        with tf.GradientTape() as tape:
            loss = model.loss(model.arrays(LENGTHS), tf.constant(X))
        found.append(tape.gradient(loss, model.w))
        model.w.assign_sub(0.1 * found[-1])
    return [*(gradient.numpy().tolist() for gradient in found), model.w.numpy().tolist()]


class Labelled:
    """Cells with a weight, a layer of Keras, and an input of whole numbers."""

    def __init__(self, dtype) -> None:
        self.w, self.dense = weight("w", 4, 4), keras.layers.Dense(4)
        cells = [vertex_function(arity=(0, 1), name="step")(self.step)]
        self.network = Network(cells, {"h": 4}, {"x": 4, "k": Rows((), tf.int32)}, dtype)

    def step(self, v):
        label = tf.one_hot(v.pull("k"), 4)
        v.scatter(h=tf.tanh(v.pull("x") + self.dense(label) + v.sum(v.gather().h) @ self.w))


def trained(strategy, batch: int) -> list:
    """Losses, weights and number of traces of an epoch with layers of Keras, `batch` examples at a time on a device."""
    chains = [[[], *([t] for t in range(n - 1))] for n in LENGTHS * 2]
    graphs = [from_children(["step"] * len(c), c, {"x": range(len(c)), "k": range(len(c))}) for c in chains]
    rows = {"x": np.concatenate([X, 1 - X]), "k": np.arange(20, dtype="int32") % 4}
    parts = {name: np.split(values, np.cumsum(LENGTHS * 2)[:-1]) for name, values in rows.items()}
    with strategy.scope():
        keras.utils.set_random_seed(0)
        layer, head, optimizer = GraphLayer(Labelled), keras.layers.Dense(1), keras.optimizers.Adam(0.1)
        head.build([None, 4])
        weights = [*layer.trainable_weights, *head.trainable_weights]
        optimizer.build(weights)
    numbers, labels = tf.data.Dataset.range(8).batch(batch), np.arange(8.0, dtype="float32")[:, None]
    data = strategy.distribute_datasets_from_function(
        lambda _: planned(numbers, layer.network, graphs, parts, labels)
    )
    traces = []

    def replica(batch, labels):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum((head(layer(batch)) - labels) ** 2) / 4
        optimizer.apply_gradients(zip(tape.gradient(loss, weights), weights, strict=True))
        return loss

    @tf.function(input_signature=data.element_spec, autograph=False)
    def step(batch, labels):
        traces.append(1)
        return strategy.reduce("SUM", strategy.run(replica, (batch, labels)), axis=None)

    losses = [float(step(*batch)) for batch in data]
    return [losses, *(weight.numpy().tolist() for weight in weights), len(traces)]


found = {"one": on_one(), "two": on_two(False), "two in a function": on_two(True)}
found |= {"one with Keras": trained(tf.distribute.OneDeviceStrategy("CPU:0"), 4)}
found |= {"two with Keras": trained(tf.distribute.MirroredStrategy(["CPU:0", "CPU:1"]), 2)}
print(json.dumps(found))
