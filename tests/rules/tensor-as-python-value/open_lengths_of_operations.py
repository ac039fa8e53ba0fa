"""Operations, conditions and loops that leave lengths or ranks open."""

import tensorflow as tf


def base(x):
    return tf.boolean_mask(x, x[:, 0] > 0.3)


# tf: same
def length_of_unique(x):  # expect: HYB105
    y = tf.unique(tf.reshape(x, [-1]))[0]
    return y * (1.0 if y.shape[0] == 12 else 2.0)


# tf: differs
def rank_after_squeeze(x):  # expect: HYB105
    y = tf.squeeze(base(x))
    return tf.exp(y) * float(y.shape.rank or 9)


# tf: same
def rank_of_gathered_points(x):  # expect: convert
    y = tf.gather_nd(x, tf.where(x > 0.5))
    return tf.exp(y) * float(y.shape.rank or 9)


# tf: same
def rank_after_transposing(x):  # expect: convert
    y = tf.transpose(base(x)[None], tf.argsort([2, 0, 1]))
    return tf.exp(y) * float(y.shape.rank)


# tf: differs
def grown_in_a_graph_loop(x):  # expect: HYB105
    y = tf.while_loop(
        lambda y: tf.reduce_sum(y) < 0.0,
        lambda y: [tf.concat([y, y], 0)],
        [x],
        shape_invariants=[tf.TensorShape([None, 4])],
    )[0]
    return tf.exp(y) * (2.0 if y.shape[0] is None else 1.0)


# tf: differs
def length_after_a_graph_conditional(x):  # expect: HYB105
    y = tf.cond(tf.reduce_sum(x) > 0.0, lambda: x, lambda: x[:1])
    return tf.exp(y) * (2.0 if y.shape[0] is None else 1.0)


# tf: differs
def length_after_a_condition(x):  # expect: HYB105
    if tf.reduce_sum(x) > 0.0:
        y = x
    else:
        y = x[:1]
    return tf.exp(y) * (2.0 if y.shape[0] is None else 1.0)


# tf: differs
def length_of_a_range(x):  # expect: HYB105
    y = tf.range(tf.cast(tf.reduce_sum(x), tf.int32))
    return y * (2 if y.shape[0] is None else 1)


# tf: differs
def length_of_a_slice(x):  # expect: HYB105
    y = x[: tf.cast(tf.reduce_sum(x) / 4.0, tf.int32)]
    return y * (2.0 if y.shape[0] is None else 1.0)


x = tf.constant([[0.9, 0.8, 0.7, 0.6], [0.2, 0.1, 0.3, 0.4], [0.5, 0.6, 0.7, 0.8]])
for _ in range(3):
    length_of_unique(x)
    rank_after_squeeze(x)
    rank_of_gathered_points(x)
    rank_after_transposing(x)
    grown_in_a_graph_loop(x)
    length_after_a_graph_conditional(x)
    length_after_a_condition(x)
    length_of_a_range(x)
    length_of_a_slice(x)
