"""Losses of Keras that are made anew between two steps: alike, so that a graph may keep the first, or not."""

import tensorflow as tf


class Trainer:
    def __init__(self):
        self.w = tf.Variable([1.0, 2.0])

    # tf: same
    def step(self, x, y):  # expect: convert
        with tf.GradientTape() as tape:
            loss = self.loss_fn(y, x * self.w)
        self.w.assign_sub(0.1 * tape.gradient(loss, self.w))
        return loss

    # tf: same
    def step_of_options(self, x, y):  # expect: convert
        return self.crossentropy(y, x * self.w) * 2.0

    # tf: differs
    def step_of_two(self, x, y):  # expect: HYB104
        return self.either(y, x * self.w) * 2.0

    # tf: differs
    def step_of_huber(self, x, y):  # expect: HYB104
        return self.huber(y, x * self.w) * 2.0

    # tf: differs
    def step_of_own(self, x, y):  # expect: HYB104
        return self.own(y, x * self.w) * 2.0

    # tf: differs
    def step_of_first(self, x, y):  # expect: HYB104
        if self.later is None:
            return tf.reduce_sum(x)
        return self.later(y, x * self.w) * 2.0

    # tf: differs
    def step_of_metric(self, x, y):  # expect: HYB104
        self.metric.update_state(y, x * self.w)
        return self.metric.result() * 2.0

    def fit(self, x, y, epochs):
        results = []
        self.later = None
        for epoch in range(epochs):
            self.loss_fn = tf.keras.losses.MeanSquaredError()
            self.crossentropy = tf.keras.losses.BinaryCrossentropy(from_logits=True)
            self.either = tf.keras.losses.MeanSquaredError() if epoch else tf.keras.losses.MeanAbsoluteError()
            self.huber = tf.keras.losses.Huber(delta=0.1)
            if epoch == 0:
                self.huber = tf.keras.losses.Huber()
            self.own = Scaled(epoch + 1.0)
            self.metric = tf.keras.metrics.Mean()
            self.metric = tf.keras.metrics.MeanSquaredError()
            for _ in range(2):
                results += [self.step(x, y), self.step_of_options(x, y), self.step_of_two(x, y)]
                results += [self.step_of_huber(x, y), self.step_of_own(x, y), self.step_of_first(x, y)]
                results.append(self.step_of_metric(x, y))
            self.later = tf.keras.losses.MeanSquaredError()
        return results


class Scaled(tf.keras.losses.Loss):
    def __init__(self, factor):
        super().__init__()
        self.factor = factor

    def call(self, y_true, y_pred):
        return tf.reduce_mean(y_true - y_pred) * self.factor


loss_fn = tf.keras.losses.MeanSquaredError()


# tf: same
def judged(x, y):  # expect: convert
    return loss_fn(y, x) * 2.0


def renew():
    global loss_fn
    loss_fn = tf.keras.losses.MeanSquaredError()


x, y = tf.constant([0.5, 3.0]), tf.constant([1.0, 0.0])
results = Trainer().fit(x, y, 3)
for _ in range(3):
    renew()
    results.append(judged(x, y))
