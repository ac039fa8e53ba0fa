"""What a `tf.function` inside another costs and saves, which `without_nested` rests on; times this machine."""

import time
from collections.abc import Callable
from statistics import median
from typing import Any

import pytest


def _step(tf: Any, *, inner: bool, outer: bool) -> Callable[[Any], Any]:
    def wrap(function: Any) -> Any:
        return tf.function(function) if inner else function

    def squash(x: Any) -> Any:
        for _ in range(10):
            x = tf.tanh(x) * 1.01
        return x

    def shift(x: Any) -> Any:
        for _ in range(10):
            x = tf.nn.relu(x) + 0.1
        return x

    first, second, last = wrap(squash), wrap(shift), wrap(lambda x: tf.reduce_mean(tf.square(x)))

    def step(x: Any) -> Any:
        return last(second(first(x)))

    return tf.function(step) if outer else step


def _seconds(step: Callable[[Any], Any], x: Any) -> float:
    for _ in range(20):
        step(x)
    start = time.perf_counter()
    for _ in range(300):
        step(x)
    return time.perf_counter() - start


@pytest.mark.slow
@pytest.mark.tf
def test_the_outermost_graph_is_all_that_helps() -> None:
    tf = pytest.importorskip("tensorflow")
    x = tf.ones([32, 16])

    def measure(*, inner: bool, outer: bool) -> float:
        return median(_seconds(_step(tf, inner=inner, outer=outer), x) for _ in range(5))

    eager, helpers = measure(inner=False, outer=False), measure(inner=True, outer=False)
    outermost, both = measure(inner=False, outer=True), measure(inner=True, outer=True)
    assert outermost < 0.7 * min(eager, helpers)
    assert 0.7 < both / outermost < 1.4
