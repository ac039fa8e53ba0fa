"""A synthetic sentiment task, trained end to end through Keras's `fit`, and by recursion with the same weights and data.

A sentence is a binary tree over words.  A word adds its polarity; the word 0 turns the polarity of its neighbour round.
The label says whether the whole is positive.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import keras
import numpy as np
import tensorflow as tf
from hybridize_runtime.compile.cells import Vertex, vertex_function
from hybridize_runtime.execute.data import dataset
from hybridize_runtime.execute.network import Network
from hybridize_runtime.models.trees import graphs_of

from corpus.bench_runtime.data import random_trees

WORDS = 21  # word 0 negates; words 1 to 10 are negative, 11 to 20 positive
RATE = 0.2


class Sentiment(keras.Model):  # type: ignore[misc]
    """Embedding, child-sum Tree-LSTM of Keras layers, and a linear classifier at the root."""

    def __init__(self, units: int, executor: str) -> None:
        super().__init__()
        dense, self.units, self.executor = keras.layers.Dense, units, executor
        self.embedding = keras.layers.Embedding(WORDS, units)
        self.leaf_gates, self.gates = dense(3 * units), dense(3 * units, use_bias=False)
        self.forget, self.head = dense(units, bias_initializer="ones"), dense(1)
        for layer, width in (
            (self.leaf_gates, units),
            (self.gates, units),
            (self.forget, units),
            (self.head, units),
        ):
            layer.build([None, width])
        self.embedding.build([None])
        self.built = True
        cells = [vertex_function(0, "leaf")(self.leaf), vertex_function(2, "inner")(self.inner)]
        self.network = Network(cells, {"h": units, "c": units}, {"x": units})

    def leaf(self, v: Vertex) -> None:
        """A word."""
        self.scatter(v, self.leaf_gates(v.pull("x")), 0.0)

    def inner(self, v: Vertex) -> None:
        """Two parts of a sentence."""
        h, c = v.gather()
        self.scatter(v, self.gates(v.sum(h)), v.sum(tf.sigmoid(self.forget(h)) * c))

    def scatter(self, v: Vertex, gates: Any, kept: Any) -> None:
        """The gates of an LSTM."""
        i, o, u = tf.split(gates, 3, axis=1)
        c = tf.sigmoid(i) * tf.tanh(u) + kept
        v.scatter(h=tf.sigmoid(o) * tf.tanh(c), c=c)

    def call(self, batch: Any) -> Any:
        """Logits, [trees, 1]."""
        rows = self.embedding(batch["inputs"]["words"])
        return self.head(self.network.apply(batch["arrays"], {"x": rows}, self.executor).state["h"])


def polarity(tree: Any, words: Any) -> int:
    """What the label is the sign of."""
    if not isinstance(tree, tuple):
        word = int(words[tree])
        return 0 if word == 0 else (1 if word > WORDS // 2 else -1)
    left, right = tree
    negates = not isinstance(left, tuple) and words[left] == 0
    return -polarity(right, words) if negates else polarity(left, words) + polarity(right, words)


def batches(steps: int, size: int) -> Iterator[Any]:
    """(graphs, word numbers, labels), the same in every iteration."""
    rng = np.random.default_rng(0)
    for _ in range(steps):
        trees = random_trees(size, rng)
        graphs = graphs_of(trees)
        words = [rng.integers(0, WORDS, graph.rows["x"]) for graph in graphs]
        labels = [[float(polarity(tree, w) > 0)] for tree, w in zip(trees, words, strict=True)]
        yield graphs, {"words": np.concatenate(words).astype(np.int32)}, np.array(labels, np.float32)


class _Losses(keras.callbacks.Callback):  # type: ignore[misc]
    """Losses of single batches, and the time since the start."""

    def __init__(self) -> None:
        super().__init__()
        self.start = time.perf_counter()
        self.losses: list[float] = []
        self.times: list[float] = []

    def on_train_batch_end(self, batch: int, logs: Any = None) -> None:
        """Called by Keras, whose running mean of the loss starts anew after every batch."""
        del batch
        self.losses.append(float(logs["loss"]))
        self.times.append(time.perf_counter() - self.start)
        self.model.reset_metrics()


def run(
    steps: int, size: int, units: int, executor: str, recursion_steps: int | None = None
) -> dict[str, Any]:
    """Trains twice from the same weights; losses and seconds of every batch."""
    keras.utils.set_random_seed(0)
    model = Sentiment(units, executor)
    initial = model.get_weights()
    words = {"words": tf.TensorSpec([None], tf.int32)}
    data = dataset(model.network, lambda: batches(steps, size), tf.TensorSpec([None, 1]), executor, words)
    data = data.apply(tf.data.experimental.assert_cardinality(steps))
    seen = _Losses()
    model.compile(
        optimizer=keras.optimizers.SGD(RATE), loss=keras.losses.BinaryCrossentropy(from_logits=True)
    )
    model.fit(data, epochs=1, verbose=0, shuffle=False, callbacks=[seen])
    model.set_weights(initial)
    losses, times = by_recursion(model, steps if recursion_steps is None else recursion_steps, steps, size)
    return {
        "steps": steps, "batch": size, "hidden": units, "executor": executor,
        "fit_losses": seen.losses, "fit_seconds": seen.times, "recursion_losses": losses, "recursion_seconds": times,
    }  # fmt: skip


def by_recursion(model: Sentiment, count: int, steps: int, size: int) -> tuple[list[float], list[float]]:
    """The first `count` batches, vertex by vertex."""
    loss_of, optimizer = keras.losses.BinaryCrossentropy(from_logits=True), keras.optimizers.SGD(RATE)
    losses, times, start = [], [], time.perf_counter()
    for step, (graphs, inputs, labels) in enumerate(batches(steps, size)):
        if step == count:
            break
        with tf.GradientTape() as tape:
            rows = model.embedding(inputs["words"])
            roots = model.network(graphs, {"x": rows}, "eager").state["h"]
            loss = loss_of(labels, model.head(roots))
        variables = model.trainable_variables
        optimizer.apply(tape.gradient(loss, [v.value for v in variables]), variables)
        losses.append(float(loss))
        times.append(time.perf_counter() - start)
    return losses, times


def plot(result: dict[str, Any], path: Path) -> None:
    """Losses by batch: the curve of `fit`, and dots of the recursion."""
    width, height = 640, 320
    top, steps = max(result["fit_losses"]), max(result["steps"] - 1, 1)

    def place(i: int, loss: float) -> tuple[float, float]:
        return 40 + (width - 60) * i / steps, height - 50 - (height - 80) * loss / top

    line = " ".join("{:.1f},{:.1f}".format(*place(i, loss)) for i, loss in enumerate(result["fit_losses"]))
    points = [place(i, loss) for i, loss in enumerate(result["recursion_losses"])]
    dots = "".join(
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5" fill="none" stroke="#ee6677"/>' for x, y in points
    )
    fit, recursion = (result[f"{name}_seconds"] for name in ("fit", "recursion"))
    note = (
        f"loss by batch: fit (line, {len(fit)} batches in {fit[-1]:.0f} s, compiling included), "
        f"recursion (dots, {len(recursion)} in {recursion[-1]:.0f} s)"
    )
    path.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif">'
        f'<polyline points="{line}" fill="none" stroke="#4477aa"/>{dots}'
        f'<text x="40" y="{height - 12}" font-size="11">{note}; first {result["fit_losses"][0]:.2f}</text></svg>\n',
        encoding="utf-8",
    )
