"""Gradients by what attributes of an object hold, beside others of its attributes that are set to results."""

import tensorflow as tf


# tf: same
def losses(w, x):  # expect: convert
    energy = w * x
    return tf.reduce_sum(energy * energy), energy


# tf: differs
def kept(w, x):  # expect: HYB105
    h = w * x
    return h, tf.reduce_sum(h * h)


# tf: differs
def asked_of_a_method(w, x):  # expect: HYB105
    h = w * x
    return h, tf.reduce_sum(h * h)


# tf: differs
def deep_inside(w, x):  # expect: HYB105
    h = w * x
    return h, tf.reduce_sum(h * h)


class Net:
    def __init__(self):
        self.w = tf.Variable([1.0, 2.0])
        self.start = None

    def variables(self):
        return [self.w]


class Solver:
    def __init__(self):
        self.net = Net()
        self.first = None
        self.state = None

    def step(self, x):
        with tf.GradientTape() as tape:
            loss, energy = losses(self.net.w, x)
        gradients = tape.gradient(loss, self.net.variables())
        self.first = tf.reduce_mean(energy)
        return gradients

    def of_a_result(self, x):
        with tf.GradientTape() as tape:
            self.state, y = kept(self.net.w, x)
        return [tape.gradient(y, self.state)]

    def held(self):
        return self.state

    def of_a_method(self, x):
        with tf.GradientTape() as tape:
            self.state, y = asked_of_a_method(self.net.w, x)
        return [tape.gradient(y, self.held())]

    def of_another(self, x):
        with tf.GradientTape() as tape:
            self.net.start, y = deep_inside(self.net.w, x)
        return [tape.gradient(y, self.net.start)]


solver = Solver()
x = tf.constant([3.0, 4.0])
for gradients in (solver.step(x), solver.of_a_result(x), solver.of_a_method(x), solver.of_another(x)):
    print([None if each is None else each.numpy() for each in gradients])
