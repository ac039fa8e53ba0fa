"""A loop that is told the shapes of its variables gives a graph their ranks, but where one is left open."""

import tensorflow as tf

dense = tf.keras.layers.Dense(4)
dense.build((None, 4))


def doubled(y):
    return [tf.concat([y, y], 0)]


def is_small(y):
    return tf.shape(y)[0] < 5


# tf: same
def of_a_rank(x):  # expect: convert
    y = tf.while_loop(is_small, doubled, [x], shape_invariants=[tf.TensorShape([None, 4])])[0]
    return tf.reduce_sum(dense(y) - dense(y)) + tf.reduce_sum(tf.exp(x))


# tf: differs
def of_an_open_length(x):  # expect: HYB105
    y = tf.while_loop(is_small, doubled, [x], shape_invariants=[tf.TensorShape([None, 4])])[0]
    return tf.exp(x) * (2.0 if y.shape[0] is None else 1.0)


# tf: raises ValueError "unknown TensorShape"
def of_no_rank(x):  # expect: HYB105
    y = tf.while_loop(is_small, doubled, [x], shape_invariants=[tf.TensorShape(None)])[0]
    return tf.reduce_sum(dense(y))


# tf: same
def of_the_rank_of_its_start(x):  # expect: convert
    z = tf.while_loop(
        lambda y, z: tf.shape(y)[0] < 5,
        lambda y, z: (tf.concat([y, y], 0), z * 0.5),
        [x, x],
        shape_invariants=[tf.TensorShape([None, 4]), x.get_shape()],
    )[1]
    return tf.reduce_sum(dense(z) - dense(z)) + tf.reduce_sum(tf.exp(x))


for _ in range(3):
    of_a_rank(tf.ones([1, 4]))
    of_an_open_length(tf.ones([1, 4]))
    of_no_rank(tf.ones([1, 4]))
    of_the_rank_of_its_start(tf.ones([1, 4]))
