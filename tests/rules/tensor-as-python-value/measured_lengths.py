"""Where a length is not known, it is measured: which forms measure the same length."""

import tensorflow as tf


def base(x):
    return tf.boolean_mask(x, x[:, 0] > 0.3)


# tf: same
def by_a_statement(x):  # expect: convert
    y = base(x)
    n = y.shape[0]
    if n is None:
        n = tf.shape(y)[0]
    return tf.reshape(tf.exp(y), [n, 4, 1])


# tf: same
def by_index(x):  # expect: convert
    y = base(x)
    s = y.shape.as_list()
    d = tf.shape(y)
    return tf.reshape(tf.exp(y), [a if a is not None else d[i] for i, a in enumerate(s)] + [1])


# tf: same
def pairwise(x):  # expect: convert
    y = base(x)
    return tf.reshape(
        tf.exp(y), [a if a is not None else b for a, b in zip(y.shape, tf.unstack(tf.shape(y)))]
    )


# tf: differs
def of_another_axis(x):  # expect: HYB105
    y = base(x)
    n = y.shape[0] or tf.shape(y)[1]
    return tf.exp(y) + tf.cast(n, tf.float32)


# tf: differs
def of_another_tensor(x):  # expect: HYB105
    y = base(x)
    n = y.shape[0] or tf.shape(x)[0]
    return tf.exp(y) + tf.cast(n, tf.float32)


# tf: same
def in_a_list(x):  # expect: convert
    y = base(x)
    s = y.get_shape().as_list()
    d = tf.shape(y)
    n, m = [s[i] or d[i] for i in range(2)]
    return tf.exp(y) + tf.cast(n, tf.float32)


# tf: same
def with_the_backend(x):  # expect: convert
    y = base(x)
    s = tf.keras.backend.int_shape(y)
    n = tf.shape(y)[0] if s[0] is None else s[0]
    return tf.reshape(tf.exp(y), (n, 2, 2))


x = tf.constant([[0.9, 0.8, 0.7, 0.6], [0.2, 0.1, 0.3, 0.4], [0.5, 0.6, 0.7, 0.8]])
for _ in range(3):
    by_a_statement(x)
    by_index(x)
    pairwise(x)
    of_another_axis(x)
    of_another_tensor(x)
    in_a_list(x)
    with_the_backend(x)
