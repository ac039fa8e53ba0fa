"""A function that the step calls sets what the step reads."""

import tensorflow as tf

w = tf.Variable([[0.5], [-0.5]])
scale = tf.constant(1.0)


def grow():
    global scale
    scale = scale * 2.0
    return tf.reduce_sum(scale)


for number in range(3):
    scale = scale + 1.0
    x = tf.constant([[1.0, 2.0], [3.0, -1.0]]) / (number + 1.0)
    with tf.GradientTape() as tape:
        loss = grow() + scale * tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
    w.assign_sub(0.1 * tape.gradient(loss, w))
    print(number, float(loss), float(scale))
