"""`tf.variable_creator_scope` with a function that makes something else than variables."""

import tensorflow as tf

x = tf.constant([1.0, 2.0])


def doubled(next_creator, **kwargs):
    return tf.convert_to_tensor(next_creator(**kwargs)) * 2.0


class Lazy:
    def __init__(self):
        self.w = None

    # tf: raises TypeError "out of scope"
    def __call__(self, y):  # expect: HYB102, HYB103, HYB104
        if self.w is None:
            self.w = tf.Variable([1.0, 3.0])
        return y * self.w


class Eager:
    def __init__(self):
        with tf.variable_creator_scope(doubled):
            self.w = tf.Variable([1.0, 3.0])

    # tf: differs
    def __call__(self, y):  # expect: HYB104
        return y * self.w

    def grow(self):
        self.w += 1.0


lazy, eager = Lazy(), Eager()
with tf.variable_creator_scope(doubled):
    RESULTS = [lazy(x)]
for turn in range(2):
    RESULTS += [lazy(x), eager(x)]
    eager.grow()
