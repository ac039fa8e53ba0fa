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


# tf: raises TypeError ""
def by_pair(x):  # expect: HYB112
    return {("a", None): x * 1.0, ("a", 1): x * 0.5}


# tf: raises TypeError ""
def of_members(parts):  # expect: HYB120
    return parts[Mode.TRAIN] - parts[Mode.EVAL]


# tf: same
def by_one_member(x):  # expect: convert
    return {Mode.TRAIN: x * 1.0}


# tf: same
def by_text(x):  # expect: convert
    return {"train": x * 1.0, "eval": x * 0.5}


x = tf.constant(2.0)
results = [sorted(map(float, f(x).values())) for f in (by_member, by_dtype, by_pair, by_one_member, by_text)]
results += [[float(of_members({Mode.TRAIN: x, Mode.EVAL: x * 2.0}))]]
