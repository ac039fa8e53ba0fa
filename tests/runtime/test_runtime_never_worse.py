"""Small batches are not slower than the plain loop, plans are not made twice, and nothing grows without bound."""

from __future__ import annotations

import resource

import numpy as np
import pytest
import tensorflow as tf
from hybridize_runtime import batching, cell
from hybridize_runtime.execute import network
from hybridize_runtime.graph.buckets import LIMIT
from hybridize_runtime.models import ChildSumTreeLSTM, MixtureOfExperts
from hybridize_runtime.models.trees import graphs_of

from corpus.bench_runtime.data import random_trees
from corpus.bench_runtime.measure import side_by_side
from corpus.bench_runtime.rivals import eager_recursion

pytestmark = pytest.mark.tf
NOISE = 1.2  # medians of CPU time of the same call differ by this much on a busy machine


def comb(leaves: int):
    tree = 0
    for i in range(1, leaves):
        tree = (tree, i)
    return tree


def test_a_single_vertex_is_called_directly() -> None:
    model = ChildSumTreeLSTM(2, 3)
    assert model.network.choose(model.network.plan(graphs_of([0]))) == "eager"
    assert model.network.choose(model.network.plan(graphs_of([(0, 1)]))) != "eager"


def test_arrays_of_a_plan_are_made_once(monkeypatch) -> None:
    model, graphs, x, made = ChildSumTreeLSTM(2, 3), graphs_of([(0, 1), 0]), tf.ones([3, 2]), []
    original = network.batch_arrays
    monkeypatch.setattr(network, "batch_arrays", lambda *args: made.append(1) or original(*args))
    model(graphs, x, "loop")
    before = len(made)
    for _ in range(3):
        model(graphs, x, "loop")
    assert len(made) == before


@pytest.mark.slow
@pytest.mark.parametrize("leaves", [1, 2, 3, 8])
def test_one_example_is_not_slower_than_the_recursion(leaves: int) -> None:
    model = ChildSumTreeLSTM(64, 64)
    graphs, x = (
        graphs_of([comb(leaves)]),
        np.random.default_rng(0).normal(size=[leaves, 64]).astype("float32"),
    )
    rows = tf.constant(x)
    recursion = eager_recursion(model, [comb(leaves)], x)

    def forward():
        return tf.reduce_sum(model(graphs, rows) ** 2)

    def training():
        with tf.GradientTape() as tape:
            loss = forward()
        return loss, tape.gradient(loss, model.trainable_variables)

    calls = {
        "forward": forward,
        "training": training,
        "plain_forward": recursion[0],
        "plain_training": recursion[1],
    }
    times = side_by_side(calls, 31)
    for kind in ("forward", "training"):
        assert times[kind]["cpu_ms"] <= NOISE * times[f"plain_{kind}"]["cpu_ms"], times


@pytest.mark.slow
@pytest.mark.parametrize("experts", [1, 10, 100])
def test_one_row_is_not_slower_than_its_expert_alone(experts: int) -> None:
    model, x, choice = MixtureOfExperts(experts, 64, 64), tf.ones([1, 64]), tf.constant([0])
    route = tf.function(model.route, autograph=False)

    def plain():
        return tf.matmul(tf.nn.relu(tf.matmul(x, model.w_in[0])), model.w_out[0])

    calls = {
        "compiled": lambda: route(x, choice),
        "routed": lambda: model.route(x, choice),
        "plain": plain,
    }
    times = side_by_side(calls, 31)
    assert times["routed"]["cpu_ms"] <= NOISE * times["compiled"]["cpu_ms"], times
    assert times["routed"]["cpu_ms"] <= NOISE * times["plain"]["cpu_ms"], times


@pytest.mark.slow
def test_five_thousand_batches_leave_no_trace() -> None:
    model, rng = ChildSumTreeLSTM(4, 4), np.random.default_rng(0)
    w = tf.Variable(tf.random.normal([4, 4]))

    @cell
    def merge(a, b):
        return tf.tanh(tf.matmul(a, w) + b)

    def recorded(tree, x):
        return (
            merge(recorded(tree[0], x), recorded(tree[1], x))
            if isinstance(tree, tuple)
            else x[tree : tree + 1]
        )

    def one(i: int) -> None:
        trees = random_trees(int(rng.integers(1, 9)), rng)
        graphs = graphs_of(trees)
        x = rng.normal(size=[sum(g.rows["x"] for g in graphs), 4]).astype("float32")
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(model(graphs, x, ("loop", "small-tiles")[i % 2]))
            if i % 5 == 0:
                with batching():
                    roots = [recorded(tree, x) for tree in trees]
                loss += tf.reduce_sum(tf.concat(roots, 0))
        assert all(g is not None for g in tape.gradient(loss, model.trainable_variables))

    for i in range(1000):
        one(i)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for i in range(4000):
        one(i)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 100 * 1024, f"{grown} KiB more after 4,000 batches"
    assert set(model.network.traces.values()) == {1}
    assert len(model.network.buckets["small-tiles"]) <= LIMIT
    assert len(model.network._plans) <= network.PLANS_KEPT
