"""`tf.compat.v1.assign` is the method of a variable."""

import tensorflow as tf

weights = tf.Variable([0.5, 3.0])
written = tf.Variable([1.0, 2.0])


# tf: same
@tf.function
def clipped(x):  # expect: keep
    tf.compat.v1.assign(weights, tf.clip_by_value(weights, -1.0, 1.0))
    tf.compat.v1.assign_add(weights, tf.tanh(x))
    return tf.reduce_sum(tf.compat.v1.assign_sub(weights, tf.sin(x)) * tf.exp(x))


# tf: same
def averaged(x):  # expect: convert
    kept = tf.compat.v1.assign(written, 0.9 * written + 0.1 * tf.exp(x))
    return tf.reduce_sum(kept * tf.sin(x))


def copied(x):
    made = tf.Variable(x)
    return [made, tf.Variable(2.0 * x)]


first, second = {"weights": copied(tf.ones([2]))}, {"weights": copied(tf.zeros([2]))}


# tf: same
@tf.function
def copy_weights(ours, theirs):  # expect: keep
    for mine, other in zip(ours, theirs):
        tf.compat.v1.assign(other, mine)


for _ in range(2):
    copy_weights(first["weights"], second["weights"])
    clipped(tf.constant([1.0, 2.0]))
    averaged(tf.constant([1.0, 2.0]))
