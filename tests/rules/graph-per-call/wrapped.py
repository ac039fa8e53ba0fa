"""`tf.function(f)` as a call: in a loop, in a method, and once."""

import tensorflow as tf


# tf: same, traces 4 as written
def shifted(x):  # expect: HYB123, HYB126
    return x * 2.0 + 1.0


class Model(tf.Module):
    def __init__(self):
        super().__init__()
        self.weight = tf.Variable(2.0)
        self.fast = tf.function(self.stable)
        self.lazy = None

    def run(self, x):
        step = tf.function(self.step)
        return step(x)

    # tf: same, traces 3 as written
    def step(self, x):  # expect: HYB123, HYB126
        return self.weight * x

    # tf: same, traces 1 as written
    def stable(self, x):  # expect: HYB123
        return self.weight * x + 1.0

    # tf: same, traces 1 as written
    def first(self, x):  # expect: HYB123
        return self.weight * x - 1.0

    def run_lazily(self, x):
        if self.lazy is None:
            self.lazy = tf.function(self.first)
        return self.lazy(x)


# tf: same, traces 1 as written
def once(x):  # expect: HYB123
    return x - 1.0


values = tf.constant([1.0, 2.0])
for number in range(4):
    shift = tf.function(shifted, reduce_retracing=True)
    shift(values)
model = Model()
for number in range(3):
    model.run(values)
    model.fast(values)
    model.run_lazily(values)
quick = tf.function(once)
for number in range(3):
    quick(values)
