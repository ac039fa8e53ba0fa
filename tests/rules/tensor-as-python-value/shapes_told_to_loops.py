"""A loop may be told lengths that are missing: None stands for any. Told shapes that what it carries outgrows are refused."""

import tensorflow as tf


def positive(x):
    return tf.boolean_mask(x, x[:, 0] > 0.0)


# tf: same
def of_open_lengths(x):  # expect: convert
    y = positive(x)
    _, end = tf.while_loop(
        lambda i, y: i < 3,
        lambda i, y: (i + 1, tf.concat([y, y], 0)),
        [0, y],
        shape_invariants=[tf.TensorShape([]), y.get_shape()],
    )
    return tf.reduce_sum(end * tf.exp(x[:1]))


# tf: same
def by_position(x):  # expect: convert
    y = positive(x)
    return tf.reduce_sum(
        tf.while_loop(lambda y: tf.shape(y)[0] < 5, lambda y: [tf.concat([y, y], 0)], [y], [y.shape])[0]
    )


# tf: raises ValueError "enters the loop with shape (3"
def outgrown(x):  # expect: HYB109
    return tf.while_loop(
        lambda y: tf.shape(y)[0] < 5, lambda y: [tf.concat([y, y], 0)], [x], shape_invariants=[x.get_shape()]
    )[0]


# tf: raises ValueError "enters the loop with shape (3"
def outgrown_beside_a_number(x):  # expect: HYB109
    return tf.while_loop(
        lambda i, y: i < 3,
        lambda i, y: (i + 1, positive(y)),
        [0, x],
        shape_invariants=[tf.TensorShape([]), tf.TensorShape([3, 4])],
    )[1]


# tf: differs
def its_length(x):  # expect: HYB105
    y = positive(x)
    end = tf.while_loop(
        lambda y: tf.shape(y)[0] < 5, lambda y: [tf.concat([y, y], 0)], [y], shape_invariants=[y.get_shape()]
    )
    return tf.reduce_sum(end[0]) * (2.0 if end[0].shape[0] is None else 1.0)


# tf: raises TypeError "unsupported operand type(s) for +: 'NoneType' and 'int'"
def counted_on(x):  # expect: HYB105
    y = positive(x)
    told = tf.TensorShape([y.shape[0] + 1, 4])
    return tf.while_loop(
        lambda y: tf.shape(y)[0] < 2, lambda y: [y * 2.0], [tf.concat([y, y[:1]], 0)], shape_invariants=[told]
    )[0]


x = tf.constant([[0.9, 0.8, 0.7, 0.6], [0.2, 0.1, 0.3, 0.4], [0.5, 0.6, 0.7, 0.8]])
for _ in range(3):
    of_open_lengths(x)
    by_position(x)
    outgrown(x)
    outgrown_beside_a_number(x)
    its_length(x)
    counted_on(x)
