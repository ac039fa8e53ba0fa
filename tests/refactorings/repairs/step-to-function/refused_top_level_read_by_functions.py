"""A function of the script reads what the step sets, when it is called."""

import tensorflow as tf

w = tf.Variable([[0.5], [-0.5]])


def show():
    print(float(loss), float(tf.reduce_sum(w)))


for number in range(3):
    x = tf.constant([[1.0, 2.0], [3.0, -1.0]]) / (number + 1.0)
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
    w.assign_sub(0.1 * tape.gradient(loss, w))
    show()
