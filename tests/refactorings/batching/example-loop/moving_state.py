"""The model reads an attribute that the loop changes."""

import tensorflow as tf


class Model:
    def __init__(self):
        self.w = tf.Variable(tf.eye(3))
        self.scale = 1.0

    def score(self, x):
        return self.scale * tf.reduce_sum(tf.matmul(x, self.w))


def scores(model, batch):
    found = []
    for i in range(3):
        found.append(model.score(batch[i : i + 1]))
        model.scale = model.scale * 0.5
    return tf.stack(found)


result = scores(Model(), tf.eye(3))
