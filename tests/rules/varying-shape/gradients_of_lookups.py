"""Gradients of what is looked up by indices, which have a row for each index: one trace for every number of these."""

import tensorflow as tf

table = tf.Variable(tf.ones([10, 2]))
dense = tf.Variable(tf.ones([5, 2]))


# tf: same, traces 3
def square_norm(g):  # expect: convert
    return tf.reduce_sum(tf.square(tf.convert_to_tensor(g)))


# tf: same, traces 3
def of_several(gradients):  # expect: convert
    return [tf.convert_to_tensor(g) * 2.0 for g in gradients]


# tf: same, traces 1
def of_dense(g):  # expect: convert
    return tf.reduce_sum(tf.square(g))


results = []
for ids in ([1, 2], [3], [4, 4, 5]):
    with tf.GradientTape(persistent=True) as tape:
        looked_up = tf.reduce_sum(tf.gather(table, ids))
        product = tf.reduce_sum(dense * 2.0)
    results.append(square_norm(tape.gradient(looked_up, table)))
    results.append(of_several(tape.gradient(looked_up, [table])))
    results.append(of_dense(tape.gradient(product, dense)))
