"""What `tf.cond` gives of branches that return Python numbers: a number eagerly, a tensor inside a graph."""

import tensorflow as tf

x = tf.constant([0.5, -2.0, 3.0])


# tf: differs
def plain(x):  # expect: HYB112
    return tf.cond(tf.reduce_sum(x) > 0, lambda: 1, lambda: 0)


# tf: differs
def negative(x):  # expect: HYB112
    return -tf.cond(tf.reduce_sum(x) > 0, lambda: 1, lambda: 0)


# tf: differs
def divided(x):  # expect: HYB112
    return tf.cond(tf.reduce_sum(x) > 0, lambda: 1, lambda: 0) / 2


# tf: differs
def compared(x):  # expect: HYB112
    return tf.cond(tf.reduce_sum(x) > 0, lambda: 1, lambda: 0) == 1


# tf: differs
def of_case(x):  # expect: HYB112
    return tf.case([(tf.reduce_sum(x) > 0, lambda: 1)], default=lambda: 0) + 1


# tf: differs
def identical(x):  # expect: HYB105
    found = not tf.reduce_all(x > 0)
    return tf.cast(found is True, tf.float32) * x


# tf: differs
def of_type(x):  # expect: HYB105
    count = tf.cond(tf.reduce_sum(x) > 0, lambda: 1, lambda: 0)
    return x * 2.0 if isinstance(count, int) else x


# tf: raises TypeError "bool"
def sum_of_tests(x):  # expect: HYB114
    found = (not tf.reduce_all(x > 0)) + (not tf.reduce_any(x > 0))
    return x * tf.cast(found, tf.float32)


# tf: same
def of_a_tensor(x):  # expect: convert
    return tf.cond(tf.reduce_sum(x) > 0, lambda: x, lambda: 2.0 * x) * 2.0


# tf: same
def made_a_tensor(x):  # expect: convert
    return x * tf.cast(tf.cond(tf.reduce_sum(x) > 0, lambda: 1, lambda: 0), tf.float32)


RESULTS = [f(x) for f in (plain, negative, divided, compared, of_case, identical, of_type, sum_of_tests)]
RESULTS += [of_a_tensor(x), made_a_tensor(x)]
