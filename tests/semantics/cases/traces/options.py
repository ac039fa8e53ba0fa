"""What the options of `tf.function` change."""

import tensorflow as tf


# tf: traces 1
@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
def signed(x):  # fact: traces=1
    return x * 2.0


# tf: traces 2
@tf.function(reduce_retracing=True)
def relaxed(x):  # fact: traces=2
    return x * 2.0


# tf: traces 3
@tf.function(reduce_retracing=True)
def relaxed_dtypes(x):  # fact: traces=3
    return x + x


# tf: traces 3
@tf.function(reduce_retracing=True)
def relaxed_numbers(x, n):  # fact: traces=3
    return x * n


# tf: traces 2
@tf.function
def plain(x):  # fact: traces=2
    return x * 2.0


# tf: traces 2
@tf.function
def outer(x):  # fact: traces=2
    return inside(x) + inside(x)


# tf: traces 2
@tf.function
def inside(x):  # fact: traces=2
    return x * 2.0


class Model(tf.Module):
    def __init__(self):
        self.w = tf.Variable(2.0)

    # tf: traces 3
    @tf.function
    def __call__(self, x):  # fact: traces=3
        return x * self.w

    # tf: traces 2
    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
    def signed(self, x):  # fact: traces=2
        return x * self.w


x = tf.constant([1.0, 2.0])
y = tf.constant([1.0, 2.0, 3.0])
z = tf.constant([1.0, 2.0, 3.0, 4.0])
for value in (x, y, z):
    signed(value)
    relaxed(value)
relaxed_dtypes(x)
relaxed_dtypes(tf.constant([1, 2]))
relaxed_dtypes(tf.constant([1, 2, 3]))
relaxed_numbers(x, 1.0)
relaxed_numbers(x, 2.0)
relaxed_numbers(x, 3.0)
plain(x)
plain(y)
outer(x)
outer(y)
first = Model()
second = Model()
first(x)
first(y)
second(x)
first.signed(x)
first.signed(y)
second.signed(x)
