"""Branches of TensorFlow's conditionals may give other lengths, also where they capture what is computed elsewhere."""

import tensorflow as tf


# tf: raises TypeError "None"
def of_computed(m, i):  # expect: HYB105
    y = tf.cond(i > 0, lambda: m, lambda: m[:, :2])
    return m * float(y.shape[1])


# tf: raises TypeError "None"
def of_constant(m, i):  # expect: HYB105
    y = tf.cond(i > 0, lambda: m, lambda: m[:, :2])
    return m * float(y.shape[1])


# tf: raises TypeError "None"
def of_cases(m, i):  # expect: HYB105
    y = tf.case([(i > 0, lambda: m)], default=lambda: m[0])
    return m * float(y.shape.rank)


# tf: same
def of_the_same_axis(m, i):  # expect: convert
    y = tf.cond(i > 0, lambda: m, lambda: m[:, :2])
    return m * float(y.shape[0])


# tf: same
def of_the_same_shape(m, i):  # expect: convert
    y = tf.cond(i > 0, lambda: m, lambda: m * 2.0)
    return m * float(y.shape[1])


def main():
    m, i = tf.reshape(tf.range(12.0), [3, 4]) / 2.0, tf.constant(1)
    return [
        of_computed(m, i),
        of_constant(tf.ones([3, 4]), i),
        of_cases(m, i),
        of_the_same_axis(m, i),
        of_the_same_shape(m, i),
    ]


results = main()
