"""Comparisons, sums, quotients and logarithms of which a function that is called makes a part."""

import tensorflow as tf


class Scale:
    def __init__(self, step):
        self.step = step
        self.shifted = None

    def shift(self, x):
        self.shifted = x + self.step
        return self.shifted


def below(x, y):
    return x < y


def near(x, by=0.1):
    return x + by


def raised(x):
    return near(x, 4096.0)


def small(x):
    return tf.multiply(x, 0.1)


def inverse(x):
    return 1.0 / x


def grown(x):
    return tf.exp(x) - 1.0


def flat(x):
    return tf.nn.relu(x - 2.0)


def compared(total, x):
    return total + 0.2 == x + 0.3


# tf: differs
def kept(x, y):  # expect: convert unsafe
    return tf.where(~below(x, y), x, y)


# tf: differs
def kept_of_two(x, y):  # expect: convert unsafe
    both = below(x, y), below(y, x)
    return tf.logical_not(both[0])


# tf: differs
def far(x, y):  # expect: convert unsafe
    return near(x) + 0.2 == x + 0.3


# tf: differs
def handed_down(x, y):  # expect: convert unsafe
    return compared(x + 0.1, x)


# tf: differs
def snapped(x, y):  # expect: HYB115
    return raised(x) - 4096.0


# tf: differs
def scaled(x, y):  # expect: convert unsafe
    return small(x) * 0.3 == x * 0.03


# tf: differs
def inverted(x, y):  # expect: convert unsafe
    return inverse(inverse(x)) == x


# tf: differs
def odds(x, y):  # expect: convert unsafe
    return 1.0 / grown(x * 1e-9)


# tf: differs
def chosen(x, y):  # expect: convert unsafe
    return tf.argmax(flat(tf.stack([x * 0.1, x * 0.2], 0)), 0)


# tf: differs
def kept_in_an_object(x, y):  # expect: convert unsafe
    scale = Scale(0.1)
    scale.shift(x)
    return scale.shifted + 0.2 == x + 0.3


# tf: same
def whole(x, y):  # expect: convert
    return tf.cast(near(x) * 3.0, tf.int32)


# tf: same
def both_ways(x, y):  # expect: convert
    return tf.where(below(x, y), near(x), y)


# tf: same
def once(x, y):  # expect: convert
    return near(x) == x + 0.1


x = tf.concat([tf.constant([float("nan"), 1.0]), tf.linspace(0.1, 9.0, 400)], 0)
y = tf.where(tf.math.is_nan(x), 1.0, x * 0.5 + 1.0)
functions = (kept, kept_of_two, far, handed_down, snapped, scaled, inverted, odds, chosen, kept_in_an_object)
results = [f(x, y) for f in (*functions, whole, both_ways, once)]
