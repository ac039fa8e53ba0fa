# unsafe
import tensorflow as tf


class Model:
    def __init__(self):
        self.last = tf.zeros([2])

    def step(self, x):
        y = tf.tanh(x)
        self.last = y * 2.0
        loss = tf.reduce_sum(tf.square(self.last)) + tf.reduce_max(x)
        z = loss * y
        return z


model = Model()
results = [model.step(tf.constant([0.5, -1.0])), model.last]
