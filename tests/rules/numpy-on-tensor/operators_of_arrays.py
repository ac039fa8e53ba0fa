"""Operators that arrays have, and tensors have not or with another dtype."""

import numpy as np
import tensorflow as tf


# tf: differs
def brightness(image):  # expect: HYB107
    return tf.reduce_sum(image / 255)


# tf: same
def wide(image):  # expect: convert
    return tf.reduce_sum(tf.cast(image, tf.float32) / 255.0)


# tf: raises TypeError "<<"
def shifted(numbers):  # expect: HYB107
    return tf.reduce_sum((numbers + 1) << 2)


# tf: raises TypeError "unary"
def plus(x):  # expect: HYB107
    return tf.reduce_sum(+x)


# tf: raises TypeError "abs"
def distance(image):  # expect: HYB107
    return tf.reduce_sum(tf.cast(abs(image), tf.float32))


# tf: raises ValueError "rank"
def product(x):  # expect: HYB107
    return tf.identity(x @ x)


# tf: same
def square(matrix):  # expect: convert
    return tf.identity(matrix @ matrix) * abs(matrix)


image = np.array([[1, 2], [3, 4]], np.uint8)
x = np.array([1.0, 2.0, 3.0], np.float32)
results = [
    brightness(image), wide(image), shifted(np.array([1, 2], np.int32)), plus(x), distance(image), product(x),
    square(np.eye(2, dtype=np.float32)),
]  # fmt: skip
