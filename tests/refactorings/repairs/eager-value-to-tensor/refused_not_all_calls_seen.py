import tensorflow as tf


def loss_of(x):
    return float(tf.reduce_sum(tf.square(x)))


LOSSES = {"square": loss_of}
results = [LOSSES["square"](tf.constant([1.0, -2.0]))]
