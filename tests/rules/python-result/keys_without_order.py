"""Dicts whose keys Python cannot sort, as TensorFlow does with those of a result."""

import enum

import tensorflow as tf


class Mode(enum.Enum):
    TRAIN = 1
    EVAL = 2


# tf: raises TypeError ""
def by_member(x):  # expect: HYB112
    return {Mode.TRAIN: x * 1.0, Mode.EVAL: x * 0.5}


# tf: raises TypeError ""
def by_dtype(x):  # expect: HYB112
    return {tf.float32: x * 1.0, tf.float64: tf.cast(x, tf.float64)}


# tf: same
def by_one_member(x):  # expect: convert
    return {Mode.TRAIN: x * 1.0}


# tf: same
def by_text(x):  # expect: convert
    return {"train": x * 1.0, "eval": x * 0.5}


x = tf.constant(2.0)
results = [sorted(map(float, f(x).values())) for f in (by_member, by_dtype, by_one_member, by_text)]
