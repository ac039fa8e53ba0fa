"""Methods whose object every turn of a loop makes: an object that no other call has is a key that no other call has."""

import tensorflow as tf


class Shown:
    def __init__(self, weights):
        self.weights = weights

    # tf: same, traces 4
    def drawn(self, x):  # expect: HYB127
        return tf.tanh(x * self.weights)

    # tf: same, traces 4
    @tf.function
    def hybrid(self, x):  # expect: HYB127
        return tf.tanh(x - self.weights)

    # tf: same, traces 4
    def many_times(self, x):  # expect: convert
        return tf.tanh(x + self.weights)

    # tf: same, traces 1
    def of_the_first(self, x):  # expect: convert
        return tf.tanh(x / self.weights)

    # tf: same, traces 1
    def of_one(self, x):  # expect: convert
        return tf.tanh(x @ self.weights)


WEIGHTS = tf.Variable(tf.ones((2, 2)))
X = tf.constant([[1.0, 2.0], [3.0, 4.0]])
one = Shown(WEIGHTS)
for turn in range(4):
    shown = Shown(WEIGHTS)
    if turn >= 0:
        shown.drawn(X)
        shown.hybrid(X)
    several = Shown(WEIGHTS)
    for _ in range(3):
        several.many_times(X)
    if turn == 0:
        first = Shown(WEIGHTS)
    else:
        first.of_the_first(X)
    one.of_one(X)
