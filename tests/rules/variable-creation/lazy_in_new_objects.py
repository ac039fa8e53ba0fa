"""Variables that the first call of an object makes, where every run makes the object anew."""

import tensorflow as tf


class Layer(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = None

    def __call__(self, x):
        if self.w is None:
            self.w = tf.Variable(tf.ones([2]))
        return self.w * x


class Slots:
    def __init__(self):
        self.m = None

    def apply(self, g):
        if not hasattr(self, "scale"):
            self.scale = 2.0
        if self.m is None:
            self.m = tf.Variable(tf.zeros([2]))
        self.m.assign(moved(self.m, g))
        return self.m.read_value() * self.scale


# tf: same
def moved(m, g):  # expect: convert unsafe
    return 0.9 * m + 0.1 * g


# tf: raises ValueError "ValueError: tf.function only supports singleton tf.Variables"
def of_new_module(x):  # expect: HYB108
    layer = Layer()
    return layer(x)


# tf: raises ValueError "ValueError: tf.function only supports singleton tf.Variables"
def of_new_object(x):  # expect: HYB108
    return Slots().apply(x)


kept = Layer()


# tf: same
def of_one_module(x):  # expect: convert
    return kept(x)


results = []
for _ in range(2):
    x = tf.constant([5.0, 5.0])
    results += [of_new_module(x), of_new_object(x), of_one_module(x)]
