"""A function that creates variables in its first call is traced twice for it."""

import keras
import tensorflow as tf


class Lazy(tf.Module):
    def __init__(self):
        self.w = None

    # tf: traces 3
    @tf.function
    def __call__(self, x):  # fact: traces=3
        if self.w is None:
            self.w = tf.Variable(tf.ones([2]))
        return x * self.w


dense = keras.layers.Dense(3)
built = keras.layers.Dense(3)


# tf: traces 2
@tf.function
def unbuilt(x):  # fact: traces=null
    return dense(x)


# tf: traces 1
@tf.function
def called_before(x):  # fact: traces=1
    return built(x)


first = tf.Variable([1.0, 2.0])
second = tf.Variable([3.0, 4.0])


# tf: traces 2
def alias(a, b):  # fact: traces=2
    return a + b


x = tf.ones([2, 2])
lazy = Lazy()
lazy(x)
lazy(tf.ones([3, 2]))
unbuilt(x)
unbuilt(x + 1.0)
built(x)
called_before(x)
alias(first, second)
alias(first, first)
