"""`auto` compiles what has paid, and not before."""

from __future__ import annotations

import numpy as np
import pytest
import tensorflow as tf
from hybridize_runtime import Network, from_sequence, vertex_function
from hybridize_runtime.execute import paying
from hybridize_runtime.models import LatticeLSTM, lattice

pytestmark = pytest.mark.tf


def network(**options) -> Network:
    w = tf.Variable(tf.eye(2) * 0.5)

    @vertex_function(arity=(0, 1))
    def step(v):
        v.scatter(h=tf.tanh(v.pull("x") + v.sum(v.gather().h) @ w))

    return Network([step], {"h": 2}, {"x": 2}, small_tile_sizes=(2,), **options)


GRAPHS, ROWS = [from_sequence(3, "step"), from_sequence(4, "step")], np.ones([7, 2], "float32")


def executors(made: Network) -> set[str]:
    return {executor for executor, _ in made.traces}


def test_a_program_traces_and_compiles_once_that_has_paid() -> None:
    made = network()
    plan, traces = made.plan(GRAPHS), made.traces_for()
    before_tracing = paying.tracing_seconds(traces) / paying.group_seconds(plan)
    before_compiling = paying.compile_seconds(traces, 1) / paying.loop_seconds(plan, traces)
    assert 50 < before_tracing < before_compiling < 10_000  # such a small batch has to come again many times

    def states(calls: int) -> list[np.ndarray]:
        return [np.asarray(made(GRAPHS, {"x": ROWS}).state["h"]) for _ in range(calls)]

    found = states(3)
    assert executors(made) == set()  # groups one by one
    made.patience = 3 / before_tracing
    found += states(2)
    assert executors(made) == {"loop"}
    made.patience = 1 / before_compiling
    found += states(2)
    assert executors(made) == {"loop", "small-tiles"}
    np.testing.assert_allclose(found, [found[0]] * 7, rtol=1e-5)


def test_what_no_group_reads_has_a_gradient_of_zeros() -> None:
    """As from every other executor: what updates weights must not care for what an example has."""
    used, other = tf.Variable(tf.eye(2)), tf.Variable(tf.eye(2))

    @vertex_function(arity=0)
    def first(v):
        v.scatter(h=tf.tanh(v.pull("x") @ used))

    @vertex_function(arity=1)
    def step(v):
        v.scatter(h=tf.tanh(v.gather(0).h @ other))

    made = Network([first, step], {"h": 2}, {"x": 2})
    for executor in ("groups", "loop"):
        with tf.GradientTape() as tape:
            h = made([from_sequence(1, "first")] * 2, {"x": ROWS[:2]}, executor).state["h"]
        gradients = tape.gradient(h, [used, other])
        assert float(tf.norm(gradients[0])) > 0
        np.testing.assert_array_equal(gradients[1], np.zeros([2, 2]))


def test_only_kinds_that_come_are_tried_before_the_first_step() -> None:
    """A lattice has ten kinds of vertices, of which a batch has some: others cost no more than a trace."""
    model = LatticeLSTM(4, 4, 4)
    graphs = [lattice(5, [(0, 2)]), lattice(4, [])]
    model(graphs, np.ones([9, 4], "float32"), np.ones([1, 4], "float32"))
    names = {model.network.kinds[k].text for k, _ in model.network._checked}
    assert names == {"start/0", "step/1", "word/1", "meet/2"}
    assert not model.network._programs


def test_what_is_asked_for_by_name_or_traced_is_compiled_at_once() -> None:
    for made, call in (
        (network(), lambda made: made(GRAPHS, {"x": ROWS}, "small-tiles")),
        (network(patience=0.0), lambda made: made(GRAPHS, {"x": ROWS})),
        (
            network(),
            lambda made: tf.function(lambda: made(GRAPHS, {"x": tf.constant(ROWS)}).state, autograph=False)(),
        ),
    ):
        call(made)
        assert executors(made) == {"small-tiles"}
