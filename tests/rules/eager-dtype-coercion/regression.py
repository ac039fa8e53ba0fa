"""A linear model whose loss receives targets straight from NumPy."""

import numpy as np
import tensorflow as tf


class Linear(tf.Module):
    def __init__(self, size):
        super().__init__()
        self.w = tf.Variable(tf.ones([size, 1]))

    # tf: same
    def predict(self, x):  # expect: convert
        return tf.matmul(x, self.w)

    # tf: raises TypeError "does not match"
    def loss(self, x, y):  # expect: HYB114 "float32 and float64 meet"
        return tf.reduce_mean(tf.square(self.predict(x) - y))

    # tf: same
    def loss_single(self, x, y):  # expect: convert
        return tf.reduce_mean(tf.square(self.predict(x) - y))


# tf: raises TypeError "does not match"
def report(model, x, y):  # expect: HYB114
    return {"loss": model.loss(x, y), "output": model.predict(x)}


inputs = tf.constant([[0.0, 0.5], [1.0, 1.5], [2.0, 2.5]])
targets = np.ones((3, 1))
linear = Linear(2)
outputs = linear.predict(inputs)
loss = linear.loss(inputs, targets)
same = linear.loss_single(inputs, targets.astype(np.float32))
both = report(linear, inputs, targets)
