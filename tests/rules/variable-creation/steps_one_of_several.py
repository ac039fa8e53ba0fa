"""One of several optimizers: a choice that is over before the first call, and one that a later trace may make otherwise."""

import tensorflow as tf


def make(name):
    if name == "adam":
        return tf.keras.optimizers.Adam(0.1)
    return tf.keras.optimizers.Adagrad(0.1)


def squared(variable, x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(variable * x)) + tf.reduce_sum(tf.exp(variable))
    return loss, tape.gradient(loss, variable)


class Trainer:
    def __init__(self, name):
        self.weight = tf.Variable([1.0, 2.0])
        if name == "adam":
            self.optimizer = tf.keras.optimizers.Adam(0.1)
        else:
            self.optimizer = tf.keras.optimizers.Adagrad(0.1)

    def update(self, x):
        loss, gradient = squared(self.weight, x)
        self.optimizer.apply_gradients([(gradient, self.weight)])
        return loss

    # tf: same
    def train(self, x):  # expect: convert
        return self.update(x) + tf.reduce_sum(x)

    # tf: same
    def step(self, x):  # expect: convert
        loss, gradient = squared(self.weight, x)
        self.optimizer.apply_gradients([(gradient, self.weight)])
        return loss

    # tf: raises ValueError "ValueError: tf.function only supports singleton tf.Variables"
    def teach(self, other, x):  # expect: HYB108
        return other.update(x) * tf.reduce_sum(x)


def run(name, x):
    weight = tf.Variable([1.0, 2.0])
    optimizer = make(name)
    strategy = tf.distribute.get_strategy()

    # tf: same
    def step(x):  # expect: convert unsafe
        loss, gradient = squared(weight, x)
        optimizer.apply_gradients([(gradient, weight)])
        return loss

    def replica_step(x):
        loss, gradient = squared(weight, x)
        optimizer.apply_gradients([(gradient, weight)])
        return loss

    # tf: same
    def distributed_step(x):  # expect: convert unsafe
        return strategy.run(replica_step, args=(x,)) * 2.0

    for _ in range(3):
        step(x)
        distributed_step(x)


def closed(name):
    weight = tf.Variable([1.0, 2.0])
    optimizer = make(name)

    def step(x):
        loss, gradient = squared(weight, x)
        optimizer.apply_gradients([(gradient, weight)])
        return loss

    return step


steps = [closed("adam"), closed("adagrad")]
weight = tf.Variable([1.0, 2.0])
optimizers = {"adam": make("adam"), "adagrad": make("adagrad")}
first, second = tf.keras.optimizers.Adam(0.1), tf.keras.optimizers.Adagrad(0.1)


# tf: raises ValueError "ValueError: tf.function only supports singleton tf.Variables"
def by_number(x, number):  # expect: HYB108
    return steps[number](x) + tf.reduce_sum(x)


# tf: raises ValueError "ValueError: tf.function only supports singleton tf.Variables"
def by_name(x, name):  # expect: HYB108
    loss, gradient = squared(weight, x)
    optimizers[name].apply_gradients([(gradient, weight)])
    return loss


# tf: raises ValueError "ValueError: tf.function only supports singleton tf.Variables"
def by_condition(x, plain):  # expect: HYB108
    loss, gradient = squared(weight, x)
    optimizer = first if plain else second
    optimizer.apply_gradients([(gradient, weight)])
    return loss


x = tf.constant([1.0, 2.0])
for name in ("adam", "adagrad"):
    run(name, x)
    trainer, peer = Trainer(name), Trainer("adam")
    for _ in range(2):
        trainer.step(x)
    for each in (trainer, peer):
        each.train(x)
fourth, fifth, sixth = Trainer("adam"), Trainer("adam"), Trainer("adagrad")
for each in (fifth, sixth):
    fourth.teach(each, x)
for number in (0, 1):
    by_number(x, number)
for name in ("adam", "adagrad"):
    by_name(x, name)
for plain in (True, False):
    by_condition(x, plain)
