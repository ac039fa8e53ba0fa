"""First steps behind a condition on what a function around sets once: it comes out alike in every trace of the closure."""

import tensorflow as tf


def model():
    return tf.keras.Sequential([tf.keras.layers.Dense(1)])


def step(model, optimizer, x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x)))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


class Trainer:
    def __init__(self, old):
        self.old = old
        self.model = model()
        self.optimizer = tf.keras.optimizers.SGD(0.1)

    def train(self, halved, turns):
        # tf: same
        def of_the_object(x):  # expect: convert
            if self.old:
                return step(self.model, self.optimizer, x * 0.5)
            return step(self.model, self.optimizer, x)

        for _ in range(turns):
            of_the_object(tf.ones([4, 3]))


def train(halved):
    network, optimizer = model(), tf.keras.optimizers.SGD(0.1)

    # tf: same
    def of_a_parameter(x):  # expect: convert
        if halved:
            return step(network, optimizer, x * 0.5)
        return step(network, optimizer, x)

    for _ in range(3):
        of_a_parameter(tf.ones([4, 3]))


def train_later():
    network, optimizer = model(), tf.keras.optimizers.SGD(0.1)
    ready = False

    # tf: differs
    def when_ready(x):  # expect: HYB104
        if ready:
            return step(network, optimizer, x)
        return tf.reduce_sum(x)

    for _ in range(3):
        when_ready(tf.ones([4, 3]))
        ready = True


Trainer(False).train(False, 3)
train(True)
train_later()
