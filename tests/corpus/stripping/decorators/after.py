"""Bare, called, over several lines, between others, with a comment behind it."""

import tensorflow as tf


def bare(x):
    return x + 1.0


def signed(x):
    return x * 2.0


class Model(tf.Module):
    @property
    def name(self):
        return "model"

    @tf.Module.with_name_scope
    @tf.autograph.experimental.do_not_convert
    def __call__(self, x):
        def inner(y):
            return y - 1.0

        return inner(x)
