"""Closures of a method that take the first step of its object's optimizer: every activation makes a graph of its own."""

import tensorflow as tf

SHARED = tf.Variable([1.0, 2.0])
OPTIMIZERS = [tf.keras.optimizers.SGD(0.1, momentum=0.9) for _ in range(2)]


class Learner:
    def __init__(self, rate):
        self.weight = tf.Variable([1.0, 2.0])
        self.optimizer = tf.keras.optimizers.SGD(rate, momentum=0.9)
        self.optimizers = [tf.keras.optimizers.SGD(rate, momentum=0.9) for _ in range(2)]

    def train_step(self, x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.square(self.weight * x))
        self.optimizer.apply_gradients([(tape.gradient(loss, self.weight), self.weight)])
        return loss

    def train(self, data):
        # tf: same
        def step(x):  # expect: convert unsafe
            return self.train_step(x)

        return [step(x) for x in data]

    def train_one_of(self, data, number):
        # tf: same
        def step(x):  # expect: HYB108
            with tf.GradientTape() as tape:
                loss = tf.reduce_sum(tf.square(self.weight * x))
            self.optimizers[number].apply_gradients([(tape.gradient(loss, self.weight), self.weight)])
            return loss

        return [step(x) for x in data]

    def train_with(self, data, number):
        # tf: same
        def step(x):  # expect: HYB108 "the first step of a `keras.optimizers.SGD` creates variables"
            with tf.GradientTape() as tape:
                loss = tf.reduce_sum(tf.square(SHARED * x))
            OPTIMIZERS[number].apply_gradients([(tape.gradient(loss, SHARED), SHARED)])
            return loss

        return [step(x) for x in data]


batches = [tf.constant([1.0, 4.0]), tf.constant([2.0, 3.0]), tf.constant([0.5, 0.25])]
for rate in (0.1, 0.01):
    learner = Learner(rate)
    learner.train(batches)
    learner.train(batches)
    learner.train_one_of(batches, 0)
    learner.train_one_of(batches, 1)
    learner.train_with(batches, 0)
    learner.train_with(batches, 1)
