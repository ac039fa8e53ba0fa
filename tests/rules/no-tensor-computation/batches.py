"""Functions that only hand tensors around."""

import tensorflow as tf


# tf: same
def features_of(batch):  # expect: HYB118 "no TensorFlow operation"
    return batch["x"], batch["y"]


# tf: same
def ordered(first, second, swap):  # expect: HYB118
    pair = (second, first) if swap else (first, second)
    return pair


# tf: differs
def width(rows):  # expect: HYB112, HYB118
    return rows.shape[-1]


# tf: same
def centred(batch):  # expect: convert
    x, y = features_of(batch)
    return x - tf.reduce_mean(x), y


# tf: same
def stacked(first, second):  # expect: convert
    pair = ordered(first, second, True)
    return tf.stack(pair)


data = {"x": tf.constant([1.0, 2.0]), "y": tf.constant([0.0, 1.0])}
x, y = features_of(data)
ordered(x, y, False)
size = width(tf.ones([2, 3]))
centre = centred(data)
stack = stacked(x, y)
