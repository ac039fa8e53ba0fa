"""Gradients with respect to an argument, of which a call gives a part beside the whole: a slice is another tensor."""

import tensorflow as tf


# tf: same
def of_rows(x, y):  # expect: convert
    with tf.GradientTape() as tape:
        tape.watch(x)
        loss = tf.reduce_sum(tf.square(x)) + tf.reduce_sum(y)
    return tape.gradient(loss, x)


# tf: differs
def of_itself(x, y):  # expect: HYB105
    with tf.GradientTape() as tape:
        tape.watch(x)
        loss = tf.reduce_sum(tf.square(x)) + tf.reduce_sum(y)
    return tape.gradient(loss, x)


# tf: differs
def of_an_element(x, y):  # expect: HYB105
    with tf.GradientTape() as tape:
        tape.watch(x)
        loss = tf.reduce_sum(tf.square(x)) + tf.reduce_sum(y)
    return tape.gradient(loss, x)


x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
parts = [x, x + 1.0]
of_rows(x, x[:, 0])
of_rows(x, x[..., 1:])
of_itself(x, x)
of_an_element(parts[0], parts[0])
