import numpy as np
import tensorflow as tf


class Linear(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable(tf.ones([2, 1]))

    def loss(self, x, y):
        return tf.reduce_mean(tf.square(tf.matmul(x, self.w) - y))

    def step(self, x, y):
        with tf.GradientTape() as tape:
            loss = self.loss(x, y)
        self.w.assign_sub(0.1 * tape.gradient(loss, self.w))
        return loss


X, Y = tf.constant([[0.0, 0.5], [1.0, 1.5], [2.0, 2.5]]), np.array([[0.1], [0.2], [0.3]])
model = Linear()
results = [model.step(X, Y) for _ in range(6)]
weight = model.w.numpy()
