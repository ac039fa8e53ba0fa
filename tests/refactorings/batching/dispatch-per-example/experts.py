"""Hard routing: the gate of an example decides which expert it goes through; the choices are counted."""

import numpy as np
import tensorflow as tf


class Experts:
    def __init__(self, count, width):
        self.gate = tf.Variable(tf.reshape(tf.linspace(-1.0, 1.0, width * count), [width, count]))
        self.weights = [tf.Variable(tf.fill([width, 1], 0.1 * (i + 1))) for i in range(count)]
        self.usage = np.zeros(count, dtype=int)
        self.variables = [self.gate, *self.weights]

    def expert(self, i, x):
        return tf.tanh(tf.matmul(x, self.weights[i]))

    def route(self, scores):
        chosen = int(tf.argmax(scores[0]).numpy())
        self.usage[chosen] += 1
        return chosen

    def predict_one(self, x):
        scores = tf.nn.softmax(tf.matmul(x, self.gate))
        i = self.route(scores)
        if i == 0:
            return scores[0, 0] * tf.reduce_sum(x)
        return scores[0, i] * self.expert(i, x)[0, 0]

    def __call__(self, batch):
        return tf.stack([self.predict_one(batch[row : row + 1]) for row in range(len(batch))])


experts = Experts(3, 4)
batch = tf.reshape(tf.sin(tf.range(24.0)), [6, 4])
with tf.GradientTape() as tape:
    outputs = experts(batch)
    loss = tf.reduce_sum(outputs**2)
gradients = tape.gradient(loss, experts.variables)
usage = experts.usage.tolist()
