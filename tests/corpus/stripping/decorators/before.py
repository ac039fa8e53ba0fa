"""Bare, called, over several lines, between others, with a comment behind it."""

import tensorflow as tf


@tf.function
def bare(x):
    return x + 1.0


@tf.function(
    input_signature=[
        tf.TensorSpec([None, 3], tf.float32),
    ],
    jit_compile=True,
)
def signed(x):
    return x * 2.0


class Model(tf.Module):
    @property
    def name(self):
        return "model"

    @tf.Module.with_name_scope
    @tf.function(reduce_retracing=True)  # the batches differ
    @tf.autograph.experimental.do_not_convert
    def __call__(self, x):
        @tf.function
        def inner(y):
            return y - 1.0

        return inner(x)
