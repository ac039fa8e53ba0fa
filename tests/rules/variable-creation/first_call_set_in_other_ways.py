"""What a first call asks for may be compared with `False`, and set beside other things or with its type."""

import tensorflow as tf


class IsFalse:
    ready = False

    def build(self, n):
        self.w = tf.Variable(tf.ones([n]))

    # tf: same
    def apply(self, x):  # expect: convert
        if self.ready is False:
            self.build(x.shape[-1])
            self.ready = True
        return x * self.w


class Together:
    def __init__(self):
        self.q = None

    # tf: same
    def apply(self, x):  # expect: convert
        if self.q is None:
            n = x.shape[-1]
            self.q, self.k = tf.Variable(tf.eye(n)), tf.Variable(tf.eye(n) * 2.0)
        return tf.matmul(x @ self.q, x @ self.k, transpose_b=True)


class Typed:
    def __init__(self):
        self.w = None

    # tf: same
    def apply(self, x):  # expect: convert
        if self.w is None:
            self.w: tf.Variable = tf.Variable(tf.ones([x.shape[-1]]))
        return x * self.w


class StaysFalse:
    ready = False

    # tf: raises ValueError "tf.function only supports singleton tf.Variables"
    def apply(self, x):  # expect: HYB102, HYB104, HYB108
        if self.ready is False:
            self.w, self.ready = tf.Variable(tf.ones([x.shape[-1]])), False
        return x * self.w


x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
false, together, typed, stays = IsFalse(), Together(), Typed(), StaysFalse()
for _ in range(3):
    false.apply(x)
    together.apply(x)
    typed.apply(x)
    stays.apply(x)
