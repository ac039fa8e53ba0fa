"""A worker of MultiWorkerMirroredStrategy: trains a Tree-LSTM on its half of every batch; without a cluster, on all of it.

`python one_worker.py TF_CONFIG` prints losses and final weights as JSON.
"""

from __future__ import annotations

import json
import os
import sys

os.environ["TF_CONFIG"] = sys.argv[1]

import numpy as np
import tensorflow as tf
from hybridize_runtime import collate
from hybridize_runtime.models import ChildSumTreeLSTM
from hybridize_runtime.models.trees import graphs_of

from corpus.bench_runtime.data import random_trees

STEPS, SIZE = 3, 8


def main() -> None:
    task = json.loads(sys.argv[1])["task"]["index"] if sys.argv[1] else None
    strategy = (
        tf.distribute.MultiWorkerMirroredStrategy() if task is not None else tf.distribute.get_strategy()
    )
    with strategy.scope():
        tf.random.set_seed(0)
        model = ChildSumTreeLSTM(2, 3)
    network = model.network

    @tf.function(input_signature=network.signature("loop"), autograph=False)
    def step(arrays, inputs):
        def replica(arrays, inputs):
            with tf.GradientTape() as tape:
                roots = network.apply(arrays, inputs, "loop", gradients=True).state["h"]
                loss = tf.reduce_sum(tf.sin(roots)) / SIZE
            context = tf.distribute.get_replica_context()
            gradients = tape.gradient(loss, model.trainable_variables)
            loss, *gradients = context.all_reduce("SUM", [loss, *map(tf.convert_to_tensor, gradients)])
            for variable, gradient in zip(model.trainable_variables, gradients, strict=True):
                variable.assign_sub(0.5 * gradient)
            return loss

        return strategy.run(replica, (arrays, inputs))

    rng, losses = np.random.default_rng(0), []
    for _ in range(STEPS):
        graphs = graphs_of(random_trees(SIZE, rng))
        x = rng.normal(size=[sum(g.rows["x"] for g in graphs), 2]).astype("float32")
        if task is not None:
            half = SIZE // 2
            cut = sum(g.rows["x"] for g in graphs[:half])
            graphs, x = (graphs[half:], x[cut:]) if task else (graphs[:half], x[:cut])
        batch = collate(network, graphs, {"x": tf.constant(x)}, "loop")
        arrays = {name: tf.constant(value) for name, value in batch["arrays"].items()}
        losses.append(float(step(arrays, batch["inputs"])))
    print(json.dumps({"losses": losses, "weights": [v.numpy().tolist() for v in model.trainable_variables]}))


main()
