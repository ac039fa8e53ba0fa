import tensorflow as tf


class Fit:
    def __init__(self):
        self.w = tf.Variable([1.0, 2.0], dtype=tf.float64)

    def shrink(self, decay):
        self.w.assign(self.w / decay)

    def step(self, x, decay):
        error = tf.reduce_sum(tf.square(self.w - x))
        self.shrink(decay=decay)
        return error * -decay


fit = Fit()
X = tf.constant([0.5, -1.0], tf.float64)
results = []
for k in range(12):
    results.append(fit.step(X, 1.1 + 0.1 * k))
weights = fit.w.numpy()
