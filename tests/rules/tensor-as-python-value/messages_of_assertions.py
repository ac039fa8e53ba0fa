"""Tensors in the message of an assertion of TensorFlow: the message differs inside a graph, and nothing else does."""

import tensorflow as tf


# tf: same
def of_one_length(x, length):  # expect: convert
    tf.debugging.assert_equal(tf.shape(x)[0], length, f"got {tf.shape(x)[0]} rows, and {length} are needed")
    return tf.reduce_sum(x * x)


# tf: same
def positive(x):  # expect: convert
    tf.debugging.assert_positive(tf.reduce_max(x), message=f"the largest is {tf.reduce_max(x)}")
    return tf.math.log(x)


# tf: same
def finite(x):  # expect: convert
    for name, part in (("x", x), ("square", x * x)):
        tf.debugging.check_numerics(part, "{}: not a number is {}".format(name, tf.math.is_nan(part)))
    return tf.reduce_sum(x)


# tf: raises TypeError "unsupported format string passed to SymbolicTenso"
def finite_to_two_digits(x):  # expect: HYB105
    tf.debugging.check_numerics(x, "the largest is {:.2f}".format(tf.reduce_max(x)))
    return tf.reduce_sum(x)


# tf: differs
def named(x):  # expect: HYB105
    text = "{}".format(tf.reduce_max(x))
    return tf.debugging.check_numerics(x, "of " + text), tf.constant(text)


# tf: raises TypeError "TypeError: unsupported format string passed to SymbolicTenso"
def to_two_digits(x):  # expect: HYB105
    tf.debugging.assert_positive(tf.reduce_max(x), message=f"the largest is {tf.reduce_max(x):.2f}")
    return tf.math.log(x)


# tf: differs
def labelled(x):  # expect: HYB105
    label = f"the sum is {tf.reduce_sum(x)}"
    return tf.constant(label), x * 2.0


x = tf.constant([1.0, 2.0, 3.0])
for _ in range(3):
    of_one_length(x, tf.constant(3))
    positive(x)
    finite(x)
    finite_to_two_digits(x)
    named(x)
    to_two_digits(x)
    labelled(x)
