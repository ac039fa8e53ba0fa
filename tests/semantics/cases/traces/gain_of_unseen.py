"""What a function gains that leaves unseen code to a graph: that dispatches by itself what the code computes."""

import tensorflow as tf
import unseen

TURNS = 90_000


class Model(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.parts = [unseen.make(n) for n in range(9)]

    def call(self, x):
        first, second, third, fourth = self.parts[:4]
        return first(x) * second(x) + third(x) * fourth(x)


model = Model()
strategy = tf.distribute.get_strategy()


@tf.function
def whole(x):
    return tf.exp(model(x))


def around(x):  # fact: verdict=convert gain=low
    return whole(x) + 1.0


def replicated(x):  # fact: verdict=convert gain=low
    return strategy.reduce("SUM", strategy.run(whole, args=(x,)), axis=None)


def eagerly_replicated(x):  # fact: verdict=convert gain=high
    return strategy.reduce("SUM", strategy.run(around_all, args=(x,)), axis=None)


def around_all(x):
    return tf.exp(model(x)) + 1.0


def step(x):  # fact: verdict=convert gain=medium
    with tf.GradientTape() as tape:
        tape.watch(x)
        loss = whole(x)
    return tape.gradient(loss, x)


def step_of_both(x):  # fact: verdict=convert gain=high
    with tf.GradientTape() as tape:
        tape.watch(x)
        loss = whole(x) + around_all(x)
    return tape.gradient(loss, x)


for _ in range(TURNS):
    around(tf.ones([2]))
    replicated(tf.ones([2]))
    eagerly_replicated(tf.ones([2]))
    step(tf.ones([2]))
    step_of_both(tf.ones([2]))
