"""What a graph leaves out of sums and powers: the sign of zero, roots of what is negative, and large constants far apart."""

import keras
import numpy as np
import tensorflow as tf

LARGE = 12582912.0
net = keras.Sequential([keras.Input((2,)), keras.layers.Dense(2, "sigmoid", kernel_initializer="identity")])
linear = keras.Sequential([keras.Input((2,)), keras.layers.Dense(2, kernel_initializer="identity")])


# tf: differs
def heading(y, x):  # expect: convert unsafe
    return tf.atan2(0.0 - y, x)


# tf: differs
def inverse(x):  # expect: convert unsafe
    return 1.0 / (x + tf.zeros([3]))


# tf: differs
def opposite(x):  # expect: convert unsafe
    return 0.0 - x


# tf: differs
def with_nothing(x):  # expect: convert unsafe
    return x + 0.0


# tf: same
def without_nothing(x):  # expect: convert
    return x - 0.0


# tf: differs
def root(x):  # expect: convert unsafe
    return tf.pow(x, 0.5)


# tf: differs
def inverse_root(x):  # expect: convert unsafe
    return x**-0.5


# tf: differs
def in_steps(x):  # expect: HYB115
    x += LARGE
    x -= LARGE
    return x


def raised(x):
    return tf.add(x, LARGE)


# tf: differs
def through(x):  # expect: HYB115
    return raised(x) - LARGE


# tf: differs
def by_numpy(x):  # expect: HYB115
    large = np.float32(12582912.0)
    return (x + large) - large


# tf: differs
def in_half(x):  # expect: convert unsafe
    return tf.exp(x) - 1.0


# tf: differs
def gain(x):  # expect: convert unsafe
    return tf.math.log(1.0 + x) * 1e8


# tf: differs
def choose(x):  # expect: convert unsafe
    return tf.argmax(net(x), -1)


# tf: same
def chosen(x):  # expect: convert
    return tf.argmax(linear(x), -1)


# tf: same
def difference(x):  # expect: convert
    return 1.0 / (x - 0.0)


# tf: same
def deviation(x):  # expect: convert
    return tf.reduce_mean(tf.square(x)) ** 0.5


# tf: same
def warm(step):  # expect: convert
    step = tf.cast(step, tf.float32)
    return tf.minimum(step**-0.5, step * 0.125)


zero, zeros = tf.constant(0.0), tf.constant([0.0, -0.0, 2.0])
signs = tf.constant([-np.inf, -0.0, 4.0])
point, small = tf.constant([2.5, 3.3]), tf.constant([1e-9, 1.0])
saturated = tf.constant([[60.0, 90.0]])
results = [heading(zero, tf.constant(-1.0)), inverse(zeros), root(signs), inverse_root(signs), in_steps(point)]
results += [through(point), by_numpy(point), in_half(tf.constant([1e-4], tf.float16)), gain(small)]
results += [choose(saturated), chosen(saturated), difference(zeros), deviation(point), warm(tf.constant(4))]
results += [1.0 / opposite(zeros), 1.0 / with_nothing(zeros), 1.0 / without_nothing(zeros)]
