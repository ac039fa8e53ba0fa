"""The gradient of a lookup is an IndexedSlices: its parts are tensors."""

import tensorflow as tf

table = tf.Variable([[1.0, 2.0], [3.0, 4.0]])


def update(variable, gradient):  # fact: verdict=convert tensor_computation=true
    rows, values = gradient.indices, gradient.values
    variable.scatter_sub(tf.IndexedSlices(0.1 * values, rows))


def step(ids):  # fact: verdict=convert side_effects=false
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.gather(table, ids) ** 2)
    update(table, tape.gradient(loss, table))
    return loss


step(tf.constant([0, 1, 1]))
