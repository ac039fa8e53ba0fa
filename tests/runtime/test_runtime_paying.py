"""`auto` compiles what has paid, and not before."""

from __future__ import annotations

import numpy as np
import pytest
import tensorflow as tf
from hybridize_runtime import Network, from_sequence, vertex_function
from hybridize_runtime.execute import paying

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


def test_a_program_compiles_once_that_has_paid() -> None:
    made = network()
    plan = made.plan(GRAPHS)
    needed = paying.compile_seconds(made.programs, 1) / paying.loop_seconds(plan, made.programs)
    assert 100 < needed < 10_000  # such a small batch has to come again many times
    states = [np.asarray(made(GRAPHS, {"x": ROWS}).state["h"]) for _ in range(3)]
    assert executors(made) == {"loop"}
    made.patience = 4 / needed
    states += [np.asarray(made(GRAPHS, {"x": ROWS}).state["h"]) for _ in range(2)]
    assert executors(made) == {"loop", "small-tiles"}
    np.testing.assert_allclose(states, [states[0]] * 5, rtol=1e-5)


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
