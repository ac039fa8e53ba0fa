"""Cells that are traced from calls: same results and gradients as the calls themselves, in few batches."""

from __future__ import annotations

import numpy as np
import pytest
import tensorflow as tf
from hybridize_runtime import batching
from hybridize_runtime.execute.paying import recorded_tracing_seconds
from hybridize_runtime.record import families as kept_networks
from hybridize_runtime.record import flushing as flushed
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from traced_cells import BIAS, UNITS, WEIGHTS, U, W, look_up, merge, project, step, tree

pytestmark = pytest.mark.tf


def program(seed: int, x: tf.Variable):
    """Calls of all cells, in an order and with arguments that are drawn, and what is left of them."""
    rng = np.random.default_rng(seed)
    pool = [project(x[:1]), look_up(np.array([3]))]
    sums = []
    for _ in range(int(rng.integers(5, 40))):
        a, b = (pool[int(rng.integers(len(pool)))] for _ in range(2))
        way = int(rng.integers(6))
        if way == 0:
            pool.append(look_up(rng.integers(0, 9, 1)))
        elif way == 1:
            at = int(rng.integers(8))
            pool.append(project(x[at : at + 1]))
        elif way == 2:
            result, total = merge(a, b, scale=float(rng.integers(1, 3)))
            pool.append(result)
            sums.append(total)
        elif way == 3:
            pool.append(step(a, {"h": b, "c": x[:1]})["h"])
        elif way == 4:
            pool.append((a + b) * 0.5 - 0.1)
        else:  # a barrier: the value decides what comes next
            pool.append(project(a) if tf.reduce_sum(a) > 0 else -b)
    return [*pool[-3:], *(tf.reshape(s, [1, 1]) for s in sums[-2:])]


def loss_and_gradients(seed: int, executor: str | None):
    x = tf.Variable(tf.random.stateless_normal([8, UNITS], [seed, 7], dtype=tf.float64))
    with tf.GradientTape() as tape:
        if executor is None:
            results = program(seed, x)
        else:
            with batching(executor):
                results = program(seed, x)
        loss = tf.add_n([tf.reduce_sum(tf.sin(tf.convert_to_tensor(r))) for r in results])
    gradients = tape.gradient(loss, [*WEIGHTS, x], unconnected_gradients="zero")
    return [loss, *map(tf.convert_to_tensor, gradients)]


def assert_same(seed: int, executor: str) -> None:
    for mine, theirs in zip(loss_and_gradients(seed, executor), loss_and_gradients(seed, None), strict=True):
        np.testing.assert_allclose(mine, theirs, rtol=1e-9, atol=1e-9)


@settings(max_examples=3, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
@given(seed=st.integers(0, 10**6))
@pytest.mark.parametrize("executor", ["groups", "eager"])
def test_recorded_programs_compute_what_their_calls_compute(executor: str, seed: int) -> None:
    assert_same(seed, executor)


@pytest.mark.slow
def test_a_thousand_programs() -> None:
    for seed in range(1000):
        assert_same(seed, "groups")


def forget() -> None:
    kept_networks.families.clear()
    kept_networks.spent.clear()


def test_a_network_takes_over_and_is_traced_once() -> None:
    forget()
    for size in range(6, 56):
        with batching("loop"):
            roots = [tree(2, seed) for seed in range(size)]
    (family,) = kept_networks.families
    assert family.batches == 50
    assert max(family.network.traces.values()) == 1
    np.testing.assert_allclose(tf.concat(roots, 0), tf.concat([tree(2, seed) for seed in range(55)], 0))


def test_networks_are_made_for_what_is_executed_often(monkeypatch) -> None:
    """After groups that took as long as tracing does, and not before."""
    forget()
    by_network: list[int] = []
    monkeypatch.setattr(kept_networks, "PATIENCE", 0.02)
    monkeypatch.setattr(
        flushed,
        "_by_network",
        lambda recorded, stage, *_, **__: by_network.append(flushed.run_grouped(recorded, stage)),
    )
    batches = 0
    while not by_network:
        batches += 1
        assert batches < 100
        with batching():
            kept = [tree(2, seed) for seed in range(6)]
    ((cells, seconds),) = kept_networks.spent.items()
    enough = 0.02 * recorded_tracing_seconds(len(cells))
    assert enough <= seconds < enough + seconds / (batches - 1)
    del kept


def test_a_network_agrees_in_gradients_when_arguments_come_from_anywhere() -> None:
    """Results, known rows, a result of the barrier before, rows given twice: one network after all of them."""
    forget()
    x = tf.Variable(tf.random.stateless_normal([3, UNITS], [5, 5], dtype=tf.float64))

    def run(seed: int):
        state = {"h": x[:1], "c": x[:1]}
        for i in range(3):
            state = step(project(x[i : i + 1]), state)
        one = merge(state["h"], state["c"])[0]
        two = merge(one, x[1:2] if seed else one)[0]
        return merge(two, tf.identity(two) if seed == 2 else state["h"])

    for seed in range(3):
        found = []
        for scoped in (True, False):
            with tf.GradientTape() as tape:
                if scoped:
                    with batching("loop"):
                        rows, total = run(seed)
                else:
                    rows, total = run(seed)
                loss = tf.reduce_sum(tf.sin(rows)) + tf.reduce_sum(total)
            found.append([loss, *map(tf.convert_to_tensor, tape.gradient(loss, [W, U, BIAS, x]))])
        for mine, theirs in zip(*found, strict=True):
            np.testing.assert_allclose(mine, theirs, rtol=1e-9, atol=1e-12)
    assert len(kept_networks.families) == 2  # of the cells that recur: `step`, and `merge`


def test_plans_of_the_same_structure_are_made_once() -> None:
    forget()

    def run():
        with batching("loop"):
            return [tree(3, seed) for seed in range(4)]

    for _ in range(2):
        run()
    assert [len(family.plans) for family in kept_networks.families] == [1]


def test_a_read_executes_all_that_can_be_read() -> None:
    with batching("groups"):
        left, right = tree(2, 0), tree(2, 1)
        assert left.shape == (1, UNITS)
        assert left.dtype == tf.float64
        assert "pending" in repr(left)
        np.testing.assert_allclose(left, tree(2, 0))
        assert "computed" in repr(left)
        assert "computed" in repr(right)
        later = tree(1, 0)
        assert "pending" in repr(later)
    assert "computed" in repr(later)


def test_results_that_nobody_can_read_are_not_computed(monkeypatch) -> None:
    executed = []
    monkeypatch.setattr(flushed, "_execute", lambda _, calls, *rest, **also: executed.extend(calls))
    with batching("groups"):
        project(np.ones([1, UNITS]))
    assert not executed
