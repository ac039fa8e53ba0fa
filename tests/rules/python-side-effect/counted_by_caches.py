"""`functools.lru_cache` counts its calls: a trace makes them once, and who asks the cache sees that."""

import functools

import numpy as np
import tensorflow as tf


@functools.lru_cache(maxsize=None)
def positions(n):
    return np.arange(n, dtype=np.float32)


@functools.cache
def weights(n):
    return np.ones(n, np.float32)


@functools.lru_cache
def rates(n):
    return 1.0 / n


class Table:
    @functools.lru_cache(maxsize=8)  # noqa: B019
    def row(self, n):
        return np.full(n, 2.0, np.float32)

    # tf: differs
    def add(self, x):  # expect: HYB102
        return x + self.row(3)


# tf: differs
def with_positions(x):  # expect: HYB102
    for _ in range(9):
        x = tf.square(x) * 0.5
    return x + positions(3)


# tf: differs
def through_another(x):  # expect: HYB102
    return with_positions(x) * 2.0


# tf: same
def with_weights(x):  # expect: convert
    for _ in range(9):
        x = tf.square(x) * 0.5
    return x + weights(3)


# tf: same
def with_rate(x):  # expect: convert
    for _ in range(9):
        x = tf.square(x) * 0.5
    return x * rates(3)


table = Table()
results, infos = [], []
for _ in range(3):
    v = tf.constant([1.0, 0.5, 0.25])
    results += [table.add(v), with_positions(v), through_another(v), with_weights(v), with_rate(v)]
    infos += [positions.cache_info().hits, table.row.cache_info().hits]
    rates.cache_clear()
