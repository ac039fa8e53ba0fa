# differs: globals
"""The script defines a generator that its loop goes through."""

import tensorflow as tf


def batches():
    for number in range(4):
        yield tf.constant([[1.0, 2.0], [3.0, -1.0]]) / (number + 1.0)


w = tf.Variable([[0.5], [-0.5]])
weights = [w]
total = 0.0
for x in batches():
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(tf.tanh(tf.matmul(x, w)) - 1.0))
    for gradient, variable in zip(tape.gradient(loss, weights), weights):
        variable.assign_sub(0.1 * gradient)
    total += float(loss)
print(total, w.numpy().tolist())
