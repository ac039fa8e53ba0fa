"""Every executor agrees with the reference, and its gradients with the tape, over random cells and graphs."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest
import tensorflow as tf
from fuzz.running import without_compilation
from hybridize_runtime import Network, Vertex, from_children, from_sequence, vertex_function
from hybridize_runtime.execute.kits import Tiles
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_networks import Model, random_graph, random_model

pytestmark = pytest.mark.tf
QUIET = [HealthCheck.too_slow, HealthCheck.data_too_large]


def loss_and_gradients(model: Model, graphs, x: tf.Variable, executor: str):
    with tf.GradientTape() as tape:
        outputs = model.network(graphs, {"x": x}, executor=executor)
        loss = sum(tf.reduce_sum(tf.sin(2.0 * rows)) for rows in outputs.state.values())
        for rows in outputs.pushed.values():
            loss += tf.reduce_sum(rows * tf.cast(tf.range(tf.shape(rows)[0])[:, None] + 1, rows.dtype))
    gradients = tape.gradient(loss, [*model.variables, x], unconnected_gradients="zero")
    return outputs, [tf.convert_to_tensor(loss), *map(tf.convert_to_tensor, gradients)]


def assert_agrees(model: Model, seed: int, batch: int, executor: str, rtol: float = 1e-9) -> None:
    rng = np.random.default_rng(seed)
    graphs = [random_graph(model, rng, shared=bool(rng.random() < 0.5)) for _ in range(batch)]
    rows = sum(graph.rows["x"] for graph in graphs)
    state = model.network.state["h"]
    x = tf.Variable(rng.normal(size=[rows, *model.network.inputs["x"].shape]), dtype=state.dtype)
    reference, expected = loss_and_gradients(model, graphs, x, "eager")
    outputs, found = loss_and_gradients(model, graphs, x, executor)
    for name, value in {**reference.state, **reference.pushed}.items():
        np.testing.assert_allclose({**outputs.state, **outputs.pushed}[name], value, rtol=rtol, atol=rtol)
    for mine, theirs in zip(found, expected, strict=True):
        np.testing.assert_allclose(mine, theirs, rtol=rtol * 10, atol=rtol * 10)


# Traced; the fuzz (`test_runtime_fuzz.py`) has more of them, operation by operation.
@settings(max_examples=1, deadline=None, suppress_health_check=QUIET, derandomize=True)
@given(seed=st.integers(0, 10**6))
def test_the_loop_agrees_with_the_reference(seed: int) -> None:
    assert_agrees(random_model(seed), seed, 12, "loop")


# Few kinds: XLA compiles each of them.
@pytest.mark.parametrize(
    ("seed", "executor"), [(12, "tiles"), pytest.param(15, "small-tiles", marks=pytest.mark.slow)]
)
def test_tiles_agree_with_the_reference(seed: int, executor: str) -> None:
    assert_agrees(random_model(seed), seed, 12, executor)


def test_a_source_behind_leaves_of_the_loop_keeps_its_state() -> None:
    """Model 6 has leaves with inputs, in the loop, and behind them leaves without, before it."""
    with without_compilation():
        model = random_model(6)
        for batch in (1, 2):
            assert_agrees(model, 600, batch, "small-tiles")


@pytest.mark.parametrize("executor", ["loop", "tiles"])
def test_rows_from_before_the_loop_that_follow_from_each_other_count_once(executor: str) -> None:
    """`c` and `tanh(c)` are both read in the loop, and so are two forms of one weight; tiles: `c` and `h` of leaves."""
    w = tf.Variable([[0.5, -0.25], [1.0, 0.75]], dtype=tf.float64)

    @vertex_function(arity=0)
    def first(v: Vertex) -> None:
        c = tf.sigmoid(v.pull("x") @ w)
        h = tf.tanh(c)
        v.scatter(h=h, c=c)
        v.push(y=h @ w)

    @vertex_function(arity=1)
    def step(v: Vertex) -> None:
        below = v.gather(0)
        c = tf.sigmoid(v.pull("x") @ w)
        h = tf.tanh(c) + (tf.tanh(c) * below.c + below.h @ w) @ tf.tanh(w)
        v.scatter(h=h, c=c)
        v.push(y=h @ w)

    network = Network([first, step], {"h": 2, "c": 2}, {"x": 2}, dtype="float64")
    network.kits["tiles"] = Tiles((4, 2), compiled=False)
    model = Model(network, [w], [first, step])
    graphs = [from_sequence(n, "step", first="first") for n in (3, 2)]
    x = tf.Variable(np.random.default_rng(0).normal(size=[5, 2]))
    expected = loss_and_gradients(model, graphs, x, "eager")[1]
    for mine, want in zip(loss_and_gradients(model, graphs, x, executor)[1], expected, strict=True):
        np.testing.assert_allclose(mine, want, rtol=1e-9)


def test_leaves_that_are_not_there_leave_the_others_alone() -> None:
    """Both kinds of leaves are computed before the loop, into arrays of sizes that an earlier batch has left."""
    value = tf.Variable([[0.5, 0.25]], dtype=tf.float64)

    @vertex_function(arity=0)
    def one(v: Vertex) -> None:
        v.scatter(h=value)

    @vertex_function(arity=0)
    def other(v: Vertex) -> None:
        v.scatter(h=-value)

    @vertex_function(arity=1)
    def above(v: Vertex) -> None:
        v.scatter(h=tf.tanh(v.gather(0).h))

    network = Network([one, other, above], {"h": 2}, dtype="float64", small_tile_sizes=(2,))
    both = [from_children(["one", "above"], [[], [0]]), from_children(["other", "above"], [[], [0]])]
    for graphs in (both, both[:1], both[1:]):
        want = network(graphs, {}, "eager").state["h"]
        np.testing.assert_allclose(network(graphs, {}, "small-tiles").state["h"], want, rtol=1e-12)


def check_seeds(executor: str, seeds: range) -> None:
    for seed in seeds:
        model = random_model(seed)
        for batch in range(4):
            assert_agrees(model, 100 * seed + batch, 30, executor)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 20, 4))
@pytest.mark.parametrize("executor", ["loop", "tiles", "small-tiles"])
def test_thousands_of_graphs(executor: str, first: int) -> None:
    """7,200 graphs.  Few networks per process: XLA never gives back memory mappings of what it compiled (see `mappings`)."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        pool.submit(check_seeds, executor, range(first, first + 4)).result()
