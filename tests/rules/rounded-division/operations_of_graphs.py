"""Powers, inverses, quotients of roots, sums and products for which a graph has other operations, or another order."""

import tensorflow as tf


# tf: differs
def cube(x, y, z):  # expect: convert unsafe
    return tf.pow(x, 3.0) - x * x * x


def square(x):
    return x * x


# tf: differs
def difference(x, y, z):  # expect: convert unsafe
    return x**2 - square(x)


# tf: differs
def whole_square(x, y, z):  # expect: convert unsafe
    return tf.floor(tf.round(x) ** 2)


# tf: differs
def inverse(x, y, z):  # expect: convert unsafe
    return tf.floor(1.0 / tf.round(x))


# tf: differs
def by_root(x, y, z):  # expect: convert unsafe
    return tf.equal(x * x / tf.sqrt(x * x), x)


# tf: differs
def in_another_order(x, y, z):  # expect: convert unsafe
    return x + (y + z) == (x + y) + z


# tf: differs
def four(x, y, z):  # expect: convert unsafe
    return (x + y) + (z + x) == ((x + y) + z) + x


# tf: differs
def constant_first(x, y, z):  # expect: convert unsafe
    return tf.equal((x - y) + 0.1, x - (y - 0.1))


# tf: differs
def constant_of_a_product(x, y, z):  # expect: convert unsafe
    return x * y * 0.1 == x * (y * 0.1)


# tf: differs
def gated(x, y, z):  # expect: convert unsafe
    return tf.floor(x * tf.sigmoid(x) * 1e7) % 2.0


# tf: differs
def first_of_equals(x, y, z):  # expect: convert unsafe
    return tf.argmax(tf.stack([x, z], 0) / 3.0, 0)


# tf: same
def counted(x, y, z):  # expect: convert unsafe
    return tf.random.stateless_poisson([3, 403], [1, 2], y / 7.0)


# tf: same
def smooth(x, y, z):  # expect: convert
    return tf.pow(x, 3.0) + 1.0 / x + x / tf.sqrt(y) + x * y * 0.1


# tf: same
def distance(x, y, z):  # expect: convert
    return x**2 - y * y + tf.square(z)


# tf: same
def two_terms(x, y, z):  # expect: convert
    return (x + y) - x == y


# tf: same
def variance(x, y, z):  # expect: convert
    return tf.reduce_mean(x * x) - tf.square(tf.reduce_mean(x)) > 0.0


x = tf.concat([tf.range(1.0, 50.0), tf.linspace(0.1, 9.0, 354)], 0)
y = tf.sin(x * 9.0) + 1.5
z = tf.bitcast(tf.bitcast(x, tf.int32) + 1, tf.float32)
functions = (cube, difference, whole_square, inverse, by_root, in_another_order, four, constant_first)
more = (constant_of_a_product, gated, first_of_equals, counted, smooth, distance, two_terms, variance)
results = [f(x, y, z) for f in (*functions, *more)]
