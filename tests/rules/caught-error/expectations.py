"""Tests that wait for an error."""

import unittest

import tensorflow as tf


# tf: differs
def product(a, b):  # expect: undetermined HYB129
    return tf.matmul(a, b)


# tf: same
def checked(a):  # expect: convert
    if len(a.shape) != 2:
        raise ValueError("a matrix is needed")
    return tf.matmul(a, a)


# tf: differs
def inner(a, b):  # expect: convert unsafe
    return tf.matmul(a, b) + 1.0


# tf: differs
def outer(a, b):  # expect: HYB101
    print("multiplies")
    return inner(a, b)


class TestProduct(unittest.TestCase):
    def test_shapes(self):
        with self.assertRaises(tf.errors.InvalidArgumentError):
            product(tf.ones([2, 3]), tf.ones([2, 3]))

    def test_shapes_further_inside(self):
        with self.assertRaises(tf.errors.InvalidArgumentError):
            outer(tf.ones([2, 3]), tf.ones([2, 3]))

    def test_rank(self):
        with self.assertRaises(ValueError):
            checked(tf.ones([3]))


result = unittest.TestResult()
unittest.defaultTestLoader.loadTestsFromTestCase(TestProduct).run(result)
failures = len(result.failures) + len(result.errors)
