"""Functions as arguments: another one at every call, or always the same."""

import tensorflow as tf


# tf: same, traces 4
@tf.function
def applied(f, x):  # expect: HYB127
    return f(x) + 1.0


# tf: same, traces 3
def applied_eagerly(f, x):  # expect: HYB127
    return f(x) * 2.0


# tf: same, traces 1
@tf.function
def applied_again(f, x):  # expect: keep
    return f(x) + 1.0


# tf: same, traces 2
@tf.function
def applied_to_two(f, x):  # expect: keep
    return f(x) + 1.0


class Loss:
    def square(self, x):
        return x * x


# tf: same, traces 5
@tf.function(reduce_retracing=True)
def with_method(f, x):  # expect: HYB127
    return tf.reduce_sum(f(x))


def double(x):
    return x * 2.0


def triple(x):
    return x * 3.0


values = tf.constant([1.0, 2.0])
loss = Loss()
for number in range(4):
    applied(lambda y: y * 2.0, values)
for number in range(3):
    applied_eagerly(lambda y: y * 2.0, values)
for number in range(3):
    applied_again(double, values)
    applied_to_two(double, values)
    applied_to_two(triple, values)
for number in range(5):
    with_method(loss.square, values)
