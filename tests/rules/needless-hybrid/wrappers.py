"""A `tf.function` without tensors gains nothing; one that computes does."""

import tensorflow as tf


# tf: differs
@tf.function
def no_tensors(a, b):  # expect: remove unsafe
    return a * b


# tf: same
@tf.function
def passes_on(x):  # expect: remove
    return x


# tf: same
@tf.function
def computes(x):  # expect: keep
    return tf.reduce_sum(tf.square(x) * 2.0)


# tf: same
@tf.function
def table(n):  # expect: remove unsafe
    return tf.reduce_sum(tf.range(n))


class Solver:
    @tf.function
    def step(self, x):  # expect: keep
        """Where a subclass says how."""
        raise NotImplementedError


class Euler(Solver):
    # tf: same
    @tf.function
    def step(self, x):  # expect: keep
        for _ in range(20):
            x = x + tf.sin(x) * 0.1
        return x


class Served(tf.Module):
    def __init__(self):
        super().__init__()
        self.labels = tf.Variable([1.0, 2.0])

    @tf.function(input_signature=())
    def read_labels(self):  # expect: keep
        return self.labels

    @tf.function
    def read_labels_by_hand(self):  # expect: remove unsafe
        return self.labels


solver, served = Euler(), Served()
for step in range(2):
    no_tensors(2, 3)
    passes_on(tf.ones([3]))
    computes(tf.ones([3]))
    table(5)
    solver.step(tf.ones([3]))
