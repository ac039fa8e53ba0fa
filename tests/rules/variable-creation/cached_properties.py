"""Models, optimizers and variables that cached properties make when they are first read."""

import functools
from functools import cached_property

import tensorflow as tf


class Agent:
    def __init__(self, units):
        self.units = units

    @functools.cached_property
    def net(self):
        return tf.keras.Sequential([tf.keras.layers.Dense(self.units), tf.keras.layers.Dense(1)])

    @cached_property
    def optimizer(self):
        return tf.keras.optimizers.Adam(0.01)

    # tf: same
    def train_step(self, x, y):  # expect: convert
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self.net(x) - y) ** 2)
        gradients = tape.gradient(loss, self.net.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.net.trainable_variables))
        return loss


class Module(tf.Module):
    @cached_property
    def w(self):
        return tf.Variable([1.0, 2.0])

    @cached_property
    def scale(self):
        return 2.0

    @cached_property
    def sums(self):
        return tf.reduce_sum(self.w)

    @cached_property
    def counted(self):
        v = tf.Variable(0.0)
        v.assign_add(1.0)
        return v

    @cached_property
    def shown(self):
        print("made")
        return tf.Variable(1.0)

    @cached_property
    def renewed(self):
        return tf.Variable(1.0)

    @cached_property
    def replaced(self):
        return tf.Variable(1.0)

    @cached_property
    def late(self):
        return tf.Variable(1.0)

    @cached_property
    def cleared(self):
        return tf.Variable(1.0)

    # tf: same
    def __call__(self, x):  # expect: convert
        return x * self.w * self.scale

    # tf: differs
    def summed(self, x):  # expect: HYB102
        return x * self.sums

    # tf: differs
    def with_counted(self, x):  # expect: HYB102, HYB108
        return x * self.counted

    # tf: same
    def with_shown(self, x):  # expect: HYB101, HYB102, HYB108
        return x * self.shown

    # tf: raises AttributeError "'Module' object has no attribute 'renewed'"
    def with_renewed(self, x):  # expect: HYB104
        self.renewed.assign_add(1.0)
        return x * self.renewed

    # tf: differs
    def with_replaced(self, x):  # expect: HYB104
        self.replaced.assign_add(1.0)
        return x * self.replaced

    # tf: raises KeyError "'cleared'"
    def with_cleared(self, x):  # expect: HYB102, HYB108
        self.cleared.assign_add(1.0)
        return x * self.cleared

    # tf: raises ValueError "non-first call"
    def later(self, x, really):  # expect: HYB108
        if really:
            x = x * self.late
        return x


agent = Agent(4)
module = Module()
agents = [Agent(size) for size in (2, 3)]


# tf: same
def step_of_all(x, y):  # expect: HYB108
    return tf.add_n([tf.reduce_sum(each.net(x) - y) for each in agents])


# tf: raises ValueError "singleton"
def step_of_one(x, y, which):  # expect: HYB108
    return tf.reduce_sum(others[which].net(x) - y)


others = [Agent(size) for size in (2, 3)]
x, y = tf.random.stateless_normal((8, 3), (1, 2)), tf.zeros((8, 1))
results = []
for turn in range(3):
    results += [agent.train_step(x, y), module(x[:, :2]), module.later(x, turn > 0)]
    results += [module.with_counted(x), module.with_shown(x), module.with_renewed(x), module.with_replaced(x)]
    results += [step_of_all(x, y), step_of_one(x, y, turn % 2), module.with_cleared(x)]
    if turn:
        del module.renewed
        module.replaced = tf.Variable(5.0)
        vars(module).pop("cleared")
results += [module.summed(x), module.summed(x)]
