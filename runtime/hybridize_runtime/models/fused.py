"""Gates of the LSTM and GRU family with derivatives written by hand: for the cells of `vertex_function` and `@cell`.

What TensorFlow derives is a chain of small operations; these are the closed forms, in terms of the activations.
"""

from __future__ import annotations

from typing import Any

import tensorflow as tf


@tf.custom_gradient  # type: ignore[untyped-decorator]
def lstm_gates(z: Any, c: Any) -> Any:
    """New (h, c) of an LSTM from the gates' arguments (i, f, candidate, o: the order of Keras), [n, 4 units], and c."""
    i, f, u, o = tf.split(z, 4, axis=1)
    i, f, u, o = tf.sigmoid(i), tf.sigmoid(f), tf.tanh(u), tf.sigmoid(o)
    new = f * c + i * u
    t = tf.tanh(new)

    def gradient(dh: Any, dc: Any) -> tuple[Any, Any]:
        d = dc + dh * o * (1.0 - t * t)
        parts = [d * u * i * (1.0 - i), d * c * f * (1.0 - f), d * i * (1.0 - u * u), dh * t * o * (1.0 - o)]
        return tf.concat(parts, 1), d * f

    return (o * t, new), gradient


@tf.custom_gradient  # type: ignore[untyped-decorator]
def tree_lstm_gates(z: Any, kept: Any) -> Any:
    """New (h, c) of a Tree-LSTM from the arguments of i, o and the candidate, [n, 3 units], and what children keep."""
    i, o, u = tf.split(z, 3, axis=1)
    i, o, u = tf.sigmoid(i), tf.sigmoid(o), tf.tanh(u)
    new = i * u + kept
    t = tf.tanh(new)

    def gradient(dh: Any, dc: Any) -> tuple[Any, Any]:
        d = dc + dh * o * (1.0 - t * t)
        return tf.concat([d * u * i * (1.0 - i), dh * t * o * (1.0 - o), d * i * (1.0 - u * u)], 1), d

    return (o * t, new), gradient


@tf.custom_gradient  # type: ignore[untyped-decorator]
def gru_gates(x: Any, r: Any, h: Any) -> Any:
    """The new h of a GRU (`reset_after`) from the input's and the state's share of z, r and candidate, [n, 3 units]."""
    x_z, x_r, x_n = tf.split(x, 3, axis=1)
    r_z, r_r, r_n = tf.split(r, 3, axis=1)
    update, reset = tf.sigmoid(x_z + r_z), tf.sigmoid(x_r + r_r)
    n = tf.tanh(x_n + reset * r_n)

    def gradient(d: Any) -> tuple[Any, Any, Any]:
        d_n = d * (1.0 - update) * (1.0 - n * n)
        d_z = d * (h - n) * update * (1.0 - update)
        d_r = d_n * r_n * reset * (1.0 - reset)
        return tf.concat([d_z, d_r, d_n], 1), tf.concat([d_z, d_r, d_n * reset], 1), d * update

    return update * h + (1.0 - update) * n, gradient
