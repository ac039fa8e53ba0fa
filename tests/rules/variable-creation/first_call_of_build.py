"""A method that the first call runs, `self.build(x.shape)`, makes the variables and keeps them."""

import tensorflow as tf


class Dense:
    def __init__(self):
        self.built = False

    def build(self, shape):
        self.w = tf.Variable(tf.ones([shape[-1], 2]) * 0.5)
        self.biases = [tf.Variable([0.5, 1.0])]

    # tf: same
    def apply(self, x):  # expect: convert
        if not self.built:
            self.build(x.shape)
            self.built = True
        return tf.matmul(x, self.w) + self.biases[0]


class UntilItIsThere:
    def __init__(self):
        self.w = None

    def build(self, shape):
        self.w = tf.Variable(tf.ones([shape[-1], 2]) * 0.5)

    # tf: same
    def apply(self, x):  # expect: convert
        if self.w is None:
            self.build(x.shape)
        return tf.matmul(x, self.w)


class Block:
    def __init__(self):
        self.built = False

    def build(self, shape):
        raise NotImplementedError

    def forward(self, x):
        raise NotImplementedError

    # tf: same
    def apply(self, x):  # expect: convert
        if not self.built:
            self.build(x.shape)
            self.built = True
        return self.forward(x)


class Scaled(Block):
    def build(self, shape):
        self.scale = tf.Variable(tf.ones([shape[-1]]) * 3.0)

    # tf: same
    def forward(self, x):  # expect: convert
        return x * self.scale


class UnderAnotherName:
    def __init__(self):
        self.ready = False

    def _make(self, shape):
        self.w = tf.Variable(tf.ones([shape[-1], 2]) * 0.5)

    # tf: same
    def apply(self, x):  # expect: convert
        if not self.ready:
            self._make(x.shape)
            self.ready = True
        return tf.matmul(x, self.w)


class MadeAgain:
    def __init__(self):
        self.ready = False

    def _make(self, start):
        self.w = tf.Variable(tf.ones([2, 2]) * start)

    # tf: differs
    def apply(self, x):  # expect: HYB104
        if not self.ready:
            self._make(0.5)
            self.ready = True
        return tf.matmul(x, self.w)


class KeepsATensor:
    def __init__(self):
        self.built = False

    def build(self, x):
        self.w = tf.Variable(tf.ones([x.shape[-1], 2]) * 0.5)
        self.mean = tf.reduce_mean(x)

    # tf: raises TypeError "The tensor <tf.Tensor 'Mean:0' shape=() dtype=float32> canno"
    def apply(self, x):  # expect: HYB102
        if not self.built:
            self.build(x)
            self.built = True
        return tf.matmul(x - self.mean, self.w)


class NeverDone:
    def __init__(self):
        self.built = False

    def build(self, shape):
        self.w = tf.Variable(tf.ones([shape[-1], 2]) * 0.5)

    # tf: raises ValueError "tf.function only supports singleton tf.Variables"
    def apply(self, x):  # expect: HYB102, HYB104, HYB108
        if not self.built:
            self.build(x.shape)
            self.built = len(x.shape) > 2
        return tf.matmul(x, self.w)


class SometimesSet:
    def __init__(self, wide):
        self.w = None
        self.wide = wide

    def build(self, shape):
        self.v = tf.Variable(tf.ones([shape[-1], 2]) * 0.5)
        if self.wide:
            return
        self.w = self.v

    # tf: raises ValueError "tf.function only supports singleton tf.Variables"
    def apply(self, x):  # expect: HYB102, HYB104, HYB108
        if self.w is None:
            self.build(x.shape)
        return tf.matmul(x, self.v)


class Told:
    def __init__(self):
        self.built = False

    def build(self, shape):
        self.w = tf.Variable(tf.ones([shape[-1], 2]) * 0.5)
        MADE.append(shape)

    # tf: same
    def apply(self, x):  # expect: HYB102
        if not self.built:
            self.build(x.shape)
            self.built = True
        return tf.matmul(x, self.w)


MADE = []
x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
dense, until, scaled, keeps, told = Dense(), UntilItIsThere(), Scaled(), KeepsATensor(), Told()
never, sometimes = NeverDone(), SometimesSet(True)
named, again = UnderAnotherName(), MadeAgain()
for _ in range(3):
    dense.apply(x)
    named.apply(x)
    again.apply(x)
    again._make(3.0)
    until.apply(x)
    scaled.apply(x)
    keeps.apply(x)
    never.apply(x)
    sometimes.apply(x)
    told.apply(x)
print(len(MADE))
