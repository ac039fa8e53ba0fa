"""An array or a number of NumPy takes the value of a variable of Keras 3 behind it: a graph has none to take.

Where the variable is an argument, a graph has a tensor of it, and a gradient that eager code loses.
"""

import numpy as np
import tensorflow as tf


class Model(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.scale = self.add_weight(shape=(), initializer="ones")
        self.table = self.add_weight(shape=(2, 2), initializer="ones")
        self.plain = tf.Variable(2.0)

    # tf: raises NotImplementedError "numpy() is only available when eager execution is enabled"
    def behind(self, x):  # expect: HYB107
        return x + np.float32(3.0) * self.scale

    # tf: raises NotImplementedError "numpy() is only available when eager execution is enabled"
    def product(self, x):  # expect: HYB107
        return x + MIXING @ self.table

    # tf: raises NotImplementedError "numpy() is only available when eager execution is enabled"
    def summed(self, x):  # expect: HYB107
        return x + sum([np.float32(1.0), self.scale])

    # tf: same
    def before(self, x):  # expect: convert
        return x + self.scale * np.float32(3.0)

    # tf: same
    def of_tensorflow(self, x):  # expect: convert
        return x + np.float32(3.0) * self.plain


# tf: differs
def log_normal(x, log_scale):  # expect: HYB107
    return tf.reduce_sum(np.log(2 * np.pi) + log_scale + x**2 / tf.exp(log_scale))


# tf: same
def log_normal_of_python(x, log_scale):  # expect: convert
    return tf.reduce_sum(float(np.log(2 * np.pi)) + log_scale + x**2 / tf.exp(log_scale))


MIXING = np.array([[0.5, 0.5], [0.0, 1.0]], np.float32)
model = Model()
x = tf.constant([1.0, 2.0])
results = [model.behind(x), model.product(x), model.summed(x), model.before(x), model.of_tensorflow(x)]
for function in (log_normal, log_normal_of_python):
    with tf.GradientTape() as tape:
        loss = function(x, model.scale)
    results += [loss, tape.gradient(loss, model.trainable_variables)]
