"""A method of a model in a comprehension, pairs of vectors as examples."""

import tensorflow as tf


class Similarity:
    def __init__(self):
        self.w = tf.Variable(tf.reshape(tf.linspace(-0.5, 0.5, 9), [3, 3]))

    def compare(self, left, right):
        return tf.tensordot(tf.linalg.matvec(self.w, left), tf.tanh(right), 1)


def total(model, pairs):
    with tf.GradientTape() as tape:
        loss = tf.add_n([model.compare(left, right) for left, right in pairs])
    return loss, tape.gradient(loss, [model.w])


PAIRS = [
    (tf.constant([0.1, 0.2, 0.3]), tf.constant([0.3, -0.2, 0.1])),
    (tf.constant([-0.1, 0.5, 0.2]), tf.constant([0.6, 0.2, -0.1])),
    (tf.constant([0.4, 0.4, 0.1]), tf.constant([0.0, 1.0, 0.5])),
]
loss, gradients = total(Similarity(), PAIRS)
