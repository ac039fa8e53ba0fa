"""Variables of `tf.while_loop` that stand in tuples: the loop gives them back in tuples like these."""

import tensorflow as tf


# tf: same
def in_a_tuple(x, y):  # expect: convert
    def body(n, pair):
        a, b = pair
        return n + 1.0, (a * 0.5 + y, b * 0.5 - x)

    a, b = tf.while_loop(lambda n, pair: n < 5.0, body, (1.0, (x, y)))[1]
    return a * 2.0 + b


# tf: same
def deeper(x):  # expect: convert
    def body(n, nest):
        (a, b), c = nest
        return n + 1, ((a + c, b), c * 0.5)

    n, ((a, b), c) = tf.while_loop(lambda n, nest: n < 3, body, (0, ((x, x), x)))
    return tf.cast(n, tf.float32) + a + b + c


# tf: raises ValueError "shape"
def grows_in_a_tuple(x):  # expect: HYB109
    def body(n, pair):
        a, b = pair
        return n + 1, (tf.concat([a, b], 0), b)

    return tf.while_loop(lambda n, pair: n < 3, body, (0, (x, x)))[1][0]


# tf: raises TypeError "dtype"
def other_dtype_in_a_tuple(x):  # expect: HYB109
    def body(n, pair):
        a, b = pair
        return n + 1, (tf.cast(a, tf.int32), b)

    return tf.while_loop(lambda n, pair: n < 1, body, (0, (x, x)))[1][0]


for _ in range(3):
    in_a_tuple(tf.ones([4]), tf.ones([4]))
    deeper(tf.ones([4]))
    grows_in_a_tuple(tf.ones([4]))
    other_dtype_in_a_tuple(tf.ones([4]))
