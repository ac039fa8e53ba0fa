"""Layers that a later trace is the first to reach: too late for their variables, so they have to be built before."""

import tensorflow as tf


def net():
    return tf.keras.Sequential([tf.keras.layers.Dense(2, activation="tanh"), tf.keras.layers.Dense(2)])


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(2)

    def call(self, x):
        return self.dense(x)


class Branches(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.hidden = tf.keras.layers.Dense(2)
        self.extra = tf.keras.layers.Dense(2)

    def call(self, x, training=None):
        x = self.hidden(x)
        if training:
            x = self.extra(x)
        return x


class Tasks(tf.Module):
    def __init__(self):
        super().__init__()
        self.heads = [tf.keras.layers.Dense(2), tf.keras.layers.Dense(2)]
        self.named = {"a": tf.keras.layers.Dense(2), "b": tf.keras.layers.Dense(2)}

    # tf: raises ValueError "ValueError: tf.function only supports singleton tf.Variables"
    # tf_keras: raises ValueError "ValueError: tf.function only supports singleton tf.Variables"
    def head(self, x, task):  # expect: convert unsafe
        return self.heads[task](x)

    # tf: raises ValueError "ValueError: tf.function only supports singleton tf.Variables"
    # tf_keras: raises ValueError "ValueError: tf.function only supports singleton tf.Variables"
    def of_name(self, x, name):  # expect: convert unsafe
        layer = self.named[name]
        return layer(x)


# tf: raises ValueError "singleton tf.Variables created on the first call"
# tf_keras: raises ValueError "singleton tf.Variables created on the first call"
def another_model(model, x):  # expect: HYB108
    return model(x)


# tf: same
# tf_keras: raises ValueError "singleton tf.Variables created on the first call"
def of_each_model(model, x):  # expect: HYB108
    return model(x)


# tf: same
# tf_keras: same
def of_each_built_model(model, x):  # expect: convert
    return model(x)


# tf: raises ValueError "non-first call"
# tf_keras: raises ValueError "non-first call"
def in_expression(x, flag):  # expect: convert unsafe
    return first(x) if flag else x


# tf: raises ValueError "non-first call"
# tf_keras: raises ValueError "non-first call"
def behind_return(x, flag):  # expect: convert unsafe
    if not flag:
        return x
    return second(x)


# tf: raises ValueError "non-first call"
# tf_keras: raises ValueError "non-first call"
def in_loop(x, times):  # expect: convert unsafe
    for _ in range(times):
        x = third(x)
    return x


# tf: raises ValueError "non-first call"
# tf_keras: raises ValueError "non-first call"
def behind_break(x, times):  # expect: convert unsafe
    for i in range(2):
        if i == times:
            break
        x = fourth(x)
    return x


# tf: raises ValueError "singleton tf.Variables created on the first call"
# tf_keras: raises ValueError "singleton tf.Variables created on the first call"
def with_flag(x, training):  # expect: convert unsafe
    return branches(x, training=training)


# tf: raises ValueError "non-first call"
# tf_keras: raises ValueError "non-first call"
def through_helper(x, flag):  # expect: convert unsafe
    return helper(x) if flag else x


def helper(x):
    return fifth(x)


first, second, third, fourth, fifth, branches = Net(), Net(), Net(), Net(), Net(), Branches()
x = tf.random.stateless_uniform([4, 2], [1, 2])
tasks = Tasks()
for number in (0, 1):
    tasks.head(x, number)
for name in ("a", "b"):
    tasks.of_name(x, name)
for model in (net(), net()):
    another_model(model, x)
several = []
for _ in range(3):
    several.append(Net())
for model in several:
    of_each_model(model, x)
others = [Net() for _ in range(3)]
for model in others:
    model(x)
for model in others:
    of_each_built_model(model, x)
for flag in (False, True):
    in_expression(x, flag)
    behind_return(x, flag)
    in_loop(x, int(flag))
    behind_break(x, int(flag))
    with_flag(x, flag)
    through_helper(x, flag)
