"""TensorFlow with `jit_compile`, over padding."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import tensorflow as tf

from corpus.bench_runtime.portable.cases import Batch, Case, levels, padded, padded_levels, padded_rows

Call = Callable[[Batch], Any]
JIT = tf.function(jit_compile=True, autograph=False)


def lstm(case: Case) -> Call:
    """A loop over all steps of the longest sequence."""
    w, u, b = (tf.constant(case.weights[name]) for name in ("kernel", "recurrent", "bias"))

    @tf.function(jit_compile=True, autograph=False)  # type: ignore[untyped-decorator]
    def run(x: Any, lengths: Any) -> Any:
        z = tf.transpose(tf.matmul(x, w) + b, [1, 0, 2])

        def step(t: Any, h: Any, c: Any) -> Any:
            i, f, g, o = tf.split(z[t] + tf.matmul(h, u), 4, axis=1)
            new = tf.sigmoid(f) * c + tf.sigmoid(i) * tf.tanh(g)
            real = (t < lengths)[:, None]
            return t + 1, tf.where(real, tf.sigmoid(o) * tf.tanh(new), h), tf.where(real, new, c)

        zero = tf.zeros([x.shape[0], case.hidden])
        return tf.while_loop(lambda t, *_: t < x.shape[1], step, [tf.constant(0), zero, zero])[1]

    return lambda batch: run(*padded(batch, 8)).numpy()


def trees(case: Case, plan: Any) -> Call:
    """A loop over padded levels."""
    w, u, b, uf, bf = (tf.constant(case.weights[n]) for n in ("w", "u", "b", "u_forget", "b_forget"))

    def gates(z: Any, kept: Any) -> Any:
        i, o, g = tf.split(z + b, 3, axis=1)
        c = tf.sigmoid(i) * tf.tanh(g) + kept
        return tf.sigmoid(o) * tf.tanh(c), c

    @tf.function(jit_compile=True, autograph=False)  # type: ignore[untyped-decorator]
    def run(x: Any, children: Any, count: Any, roots: Any) -> Any:
        h, c = gates(tf.matmul(x, w), 0.0)
        depth, width = children.shape[:2]
        more = tf.zeros([depth * width, case.hidden])
        h, c = tf.concat([h, more], 0), tf.concat([c, more], 0)

        def level(i: Any, h: Any, c: Any) -> Any:
            hk, ck = tf.gather(h, children[i]), tf.gather(c, children[i])
            forget = tf.sigmoid(tf.matmul(tf.reshape(hk, [-1, case.hidden]), uf) + bf)
            kept = tf.reduce_sum(tf.reshape(forget, hk.shape) * ck, 1)
            new = gates(tf.matmul(tf.reduce_sum(hk, 1), u), kept)
            index = (x.shape[0] + i * width + tf.range(width))[:, None]
            return (
                i + 1,
                tf.tensor_scatter_nd_update(h, index, new[0]),
                tf.tensor_scatter_nd_update(c, index, new[1]),
            )

        _, h, _ = tf.while_loop(lambda i, *_: i < count, level, [tf.constant(0), h, c])
        return tf.gather(h, roots)

    return lambda batch: run(*padded_levels(levels(batch, plan))).numpy()


def encoder(case: Case) -> Call:
    """The model itself, on padded ids."""
    from hybridize_runtime.models import Encoder

    model = Encoder(1000, 64, case.hidden, case.hidden // 64, 4 * case.hidden, 4)
    model.tokens.assign(case.weights["tokens"])
    model.places.assign(case.weights["places"])
    for i, layer in enumerate(model.layers):
        for variable in layer.trainable_variables:
            variable.assign(case.weights[f"{i}.{variable.name.split(':')[0]}"])

    @tf.function(jit_compile=True, autograph=False)  # type: ignore[untyped-decorator]
    def run(ids: Any, lengths: Any) -> Any:
        x = model.embed(ids)
        for layer in model.layers:
            x = layer(x, lengths)
        return x

    def call(batch: Batch) -> Any:
        ids, lengths = padded(batch, 8)
        return real(run(ids, lengths).numpy(), lengths)

    return call


def experts(case: Case) -> Call:
    """All experts for all padded rows; one of the results is taken."""
    gate, w_in, w_out = (tf.constant(case.weights[name]) for name in ("gate", "w_in", "w_out"))

    @tf.function(jit_compile=True, autograph=False)  # type: ignore[untyped-decorator]
    def run(x: Any) -> Any:
        expert = tf.argmax(tf.matmul(x, gate), 1)
        every = tf.matmul(tf.nn.relu(tf.matmul(x[None], w_in)), w_out)
        return tf.gather(tf.transpose(every, [1, 0, 2]), expert, batch_dims=1)

    return lambda batch: run(padded_rows(batch)).numpy()[: len(batch.x)]


def real(rows: Any, lengths: Any) -> Any:
    """The real steps, packed."""
    import numpy as np

    return rows[np.arange(rows.shape[1]) < lengths[:, None]]
