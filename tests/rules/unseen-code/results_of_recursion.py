"""What a recursive call returns gets a name: its value is known once one of the calls has returned."""

import tensorflow as tf


# tf: same
def folded(parts, n):  # expect: convert unsafe
    if n == 1:
        return parts[0]
    first = folded(parts[1:], n - 1)
    return first + parts[0]


# tf: same
def combined(x, parts):  # expect: convert
    result = folded(parts, len(parts))
    return x * result


class Polynomial:
    def __init__(self, coefficients):
        self.coefficients = coefficients

    # tf: same
    def at(self, x, degree):  # expect: convert unsafe
        if degree == 0:
            return tf.ones_like(x) * self.coefficients[0]
        lower = self.at(x, degree - 1)
        return lower * x + self.coefficients[degree]


x = tf.constant([1.0, 2.0])
polynomial = Polynomial([3.0, 2.0, 1.0])
sums = [combined(x, [x, 2.0 * x, x * x]), polynomial.at(x, 2)]
