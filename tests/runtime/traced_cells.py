"""Cells for the tests of recorded calls, and a tree of them."""

from __future__ import annotations

import numpy as np
import tensorflow as tf
from hybridize_runtime import cell

UNITS = 4


def variable(seed: int, *shape: int) -> tf.Variable:
    return tf.Variable(tf.random.stateless_normal(shape, [seed, seed], dtype=tf.float64))


W, U, BIAS, TABLE = (
    variable(1, UNITS, UNITS),
    variable(2, UNITS, UNITS),
    variable(3, UNITS),
    variable(4, 9, UNITS),
)
WEIGHTS = [W, U, BIAS, TABLE]


@cell
def look_up(word):
    return tf.tanh(tf.gather(TABLE, word))


@cell
def project(x):
    return tf.tanh(tf.matmul(x, W) + BIAS)


@cell
def merge(left, right, *, scale=1.0):
    """Two results, one of them a sum per row."""
    both = tf.sigmoid(tf.matmul(left, U)) * right * scale
    return both, tf.reduce_sum(both, axis=1)


@cell
def step(x, state):
    h, c = state["h"], state["c"]
    c = tf.sigmoid(tf.matmul(x, W)) * c + tf.tanh(tf.matmul(h, U) + BIAS)
    return {"h": tf.tanh(c), "c": c}


def tree(depth: int, seed: int):
    return (
        merge(tree(depth - 1, 2 * seed), tree(depth - 1, 2 * seed + 1))[0]
        if depth
        else look_up(np.array([seed % 9]))
    )
