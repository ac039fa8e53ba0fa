"""Whole training steps of a recursive neural tensor network (Socher et al., 2013): from Python's trees to updated weights.

Small widths and batches, a loss at every vertex.  Beside it what a competent user of TensorFlow writes: trees flattened by a
loop in Python, and a `tf.while_loop` over levels with a TensorArray, in one `tf.function`, differentiated by the tape.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import cycle
from typing import Any

import numpy as np
import tensorflow as tf
from hybridize_runtime.compile.cells import Rows, Vertex, vertex_function
from hybridize_runtime.execute.network import Network
from hybridize_runtime.graph.many import Kept, from_trees

from corpus.bench_runtime.measure import ratio, side_by_side
from corpus.bench_runtime.step_rivals import jax_step, torch_step

WORDS, CLASSES, RATE, BATCHES = 1000, 5, 0.01, 8

Tree = Any  # a word's number, or (left, right)


class TensorNetwork:
    """Weights, and one step on both sides."""

    def __init__(self, units: int) -> None:
        rng = np.random.default_rng(0)

        def weight(*shape: int) -> Any:
            return tf.Variable(rng.normal(size=shape).astype("float32") / shape[0] ** 0.5)

        self.units = units
        self.table, self.w, self.b = (
            weight(WORDS, units),
            weight(2 * units, units),
            tf.Variable(tf.zeros([units])),
        )
        self.v = weight(2 * units, 2 * units * units)
        self.head = weight(units, CLASSES)
        self.trainable_variables = self.variables = [self.table, self.w, self.b, self.v, self.head]
        cells = [vertex_function(0)(self.leaf), vertex_function(2)(self.inner)]
        self.first_values = [variable.numpy() for variable in self.variables]
        self.network = Network(cells, {"h": units}, {"word": Rows((units,), shared=True)})
        self._step = self.network.function(self._step_of_all)
        self.kept = Kept(partial(from_trees, pulls={"word": None}))

    def composed(self, pair: Any) -> Any:
        """[n, 2 units] to [n, units]: a bilinear form and a product."""
        n = tf.shape(pair)[0]
        form = tf.reshape(tf.matmul(pair, self.v), [n, 2 * self.units, self.units])
        bilinear = tf.squeeze(tf.matmul(pair[:, None], form), 1)
        return tf.tanh(bilinear + tf.matmul(pair, self.w) + self.b)

    def leaf(self, v: Vertex) -> None:
        """A word."""
        h = tf.tanh(v.pull("word"))
        v.scatter(h=h)
        v.push(h=h)

    def inner(self, v: Vertex) -> None:
        """A phrase of two."""
        pair = tf.reshape(v.gather().h, [-1, 2 * self.units])
        h = self.composed(pair)
        v.scatter(h=h)
        v.push(h=h)

    def loss(self, states: Any) -> Any:
        """Of all vertices; what is predicted does not matter to the time."""
        logits = tf.matmul(states, self.head)
        labels = tf.zeros([tf.shape(states)[0]], tf.int32)
        return tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits))

    def pushed(self, trees: Sequence[Tree], executor: str = "auto") -> Any:
        """The states of all vertices, of trees that are new."""
        graphs = from_trees(trees, pulls={"word": None})
        return self.network(graphs, {"word": self.table}, executor).pushed["h"]

    def ours(self, trees: Sequence[Tree], kept: bool) -> Any:
        """A step of the runtime."""
        return self._step(self.kept(trees) if kept else from_trees(trees, pulls={"word": None}))

    def _step_of_all(self, run: Any) -> Any:
        with tf.GradientTape() as tape:
            loss = self.loss(run({"word": self.table}).pushed["h"])
        return self._updated(loss, tape.gradient(loss, self.variables))

    def levels(self, trees: Sequence[Tree]) -> Any:
        """A step by hand."""
        return self._level_step(*map(tf.constant, flattened(trees)))

    def _updated(self, loss: Any, gradients: Sequence[Any]) -> Any:
        for variable, gradient in zip(self.variables, gradients, strict=True):
            if isinstance(gradient, tf.IndexedSlices):
                variable.scatter_sub(tf.IndexedSlices(RATE * gradient.values, gradient.indices))
            else:
                variable.assign_sub(RATE * gradient)
        return loss

    @tf.function(
        input_signature=[tf.TensorSpec([None], tf.int32)] * 4,
        autograph=False,
    )  # type: ignore[untyped-decorator]
    def _level_step(self, words: Any, left: Any, right: Any, bounds: Any) -> Any:
        with tf.GradientTape() as tape:
            leaves, total = tf.shape(words)[0], tf.shape(words)[0] + tf.shape(left)[0]
            rows = tf.TensorArray(tf.float32, total, element_shape=[self.units], clear_after_read=False)
            rows = rows.scatter(tf.range(leaves), tf.tanh(tf.gather(self.table, words)))

            def body(level: Any, rows: Any) -> Any:
                start, end = bounds[level], bounds[level + 1]
                pair = tf.concat([rows.gather(left[start:end]), rows.gather(right[start:end])], 1)
                return level + 1, rows.scatter(tf.range(leaves + start, leaves + end), self.composed(pair))

            count = tf.shape(bounds)[0] - 1
            _, rows = tf.while_loop(lambda level, _: level < count, body, [tf.constant(0), rows])
            loss = self.loss(rows.stack())
        return self._updated(loss, tape.gradient(loss, self.variables))


def flattened(trees: Sequence[Tree]) -> tuple[Any, ...]:
    """Words, left and right child of inner nodes by height, and where each height begins, by one walk over each tree."""
    words: list[int] = []
    by_height: list[list[tuple[int, int, int, int]]] = []

    def walk(tree: Tree) -> tuple[int, int]:
        """The height of a node, and its number among those of this height."""
        if not isinstance(tree, tuple):
            words.append(tree)
            return 0, len(words) - 1
        (a, i), (b, j) = walk(tree[0]), walk(tree[1])
        height = max(a, b)
        while len(by_height) <= height:
            by_height.append([])
        by_height[height].append((a, i, b, j))
        return height + 1, len(by_height[height]) - 1

    for tree in trees:
        walk(tree)
    sizes = [len(words), *map(len, by_height)]
    starts = np.cumsum(sizes) - sizes
    rows = np.array([row for level in by_height for row in level], np.int64).reshape(-1, 4)
    left, right = starts[rows[:, 0]] + rows[:, 1], starts[rows[:, 2]] + rows[:, 3]
    bounds = np.concatenate([[0], np.cumsum(sizes[1:])])
    return tuple(np.asarray(each, np.int32) for each in (words, left, right, bounds))


def random_tree(rng: np.random.Generator, words: int) -> Tree:
    """A binary tree of so many words."""
    if words == 1:
        return int(rng.integers(WORDS))
    cut = int(rng.integers(1, words))
    return random_tree(rng, cut), random_tree(rng, words - cut)


def whole_steps(hidden: int, batch: int, threads: int, rounds: int, compare: bool) -> dict[str, Any]:
    """Medians of steps on trees that are new, and on trees of an epoch before; and seconds of CPU time of first steps."""
    rng = np.random.default_rng(1)
    batches = [[random_tree(rng, int(rng.integers(5, 40))) for _ in range(batch)] for _ in range(BATCHES)]
    model = TensorNetwork(hidden)
    steps = {
        "training": partial(model.ours, kept=False),
        "level_loop_training": model.levels,
        **(_others(model, threads) if compare else {}),
    }
    losses = {}
    first = {}
    for name, step in steps.items():
        for variable, value in zip(model.variables, model.first_values, strict=True):
            variable.assign(value)
        first[name], losses[name] = _first(step, batches[0])
    for name, loss in losses.items():
        assert abs(loss - losses["training"]) < 1e-4, (name, losses)
    model.network.patience = 0.0  # what comes after is about steps that have paid for compiling
    steps["training_kept"] = partial(model.ours, kept=True)
    times = side_by_side(
        {n: _turns(step, batches) for n, step in steps.items()}, rounds * BATCHES, 2 * BATCHES
    )
    rivals = [name.removesuffix("_training") for name in steps if name.endswith("_training")]
    return {
        "workload": "whole-step", "hidden": hidden, "batch": batch, "threads": threads, "rounds": rounds,
        "executor": model.network.choose(model.network.plan(model.kept(batches[0]))),
        "first_step_s": round(first["training"], 2),
        **{f"{rival}_first_step_s": round(first[f"{rival}_training"], 2) for rival in rivals},
        **{f"{rival}_over_training": ratio(times, f"{rival}_training", "training") for rival in rivals},
        **{f"{rival}_over_training_kept": ratio(times, f"{rival}_training", "training_kept") for rival in rivals},
        "times": times,
    }  # fmt: skip


def _others(model: TensorNetwork, threads: int) -> dict[str, Callable[[Sequence[Tree]], Any]]:
    """Steps in other frameworks, as far as these are installed."""
    found = {
        "torch_levels_training": torch_step(model.first_values, RATE, flattened, threads),
        "jax_levels_training": jax_step(model.first_values, RATE, flattened) if threads == 1 else None,
    }
    return {name: step for name, step in found.items() if step is not None}


def _turns(step: Callable[[Sequence[Tree]], Any], batches: Sequence[Sequence[Tree]]) -> Callable[[], Any]:
    """The step on one batch after the other."""
    turn = cycle(batches)
    return lambda: step(next(turn))


def _first(call: Callable[[Sequence[Tree]], Any], trees: Sequence[Tree]) -> tuple[float, float]:
    """Seconds of the first step, and its loss."""
    start = time.process_time()
    loss = call(trees)
    return time.process_time() - start, float(loss)
