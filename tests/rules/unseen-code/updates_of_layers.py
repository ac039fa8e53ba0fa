"""`add_update` of Keras 2: it leaves alone what assignments gave, and calls functions unless the layer is frozen."""

import tensorflow as tf


class Normal(tf.keras.layers.Layer):
    def build(self, shape):
        self.mean = self.add_weight(name="mean", shape=[shape[-1]], trainable=False)

    # tf_keras: same
    def call(self, x, training):  # expect: undetermined HYB121
        if training:
            mean = tf.reduce_mean(x, axis=0)
            self.add_update(self.mean.assign(self.mean * 0.9 + mean * 0.1))
            self.add_update([self.mean.assign_add(mean)])
        return x - self.mean


class ByFunction(tf.keras.layers.Layer):
    def build(self, shape):
        self.mean = self.add_weight(name="mean", shape=[shape[-1]], trainable=False)
        self.count = 0

    def update(self):
        self.count += 1
        return self.mean.assign(self.mean * 0.9)

    # tf_keras: differs
    def call(self, x):  # expect: undetermined HYB121
        self.add_update(self.update)
        return x - self.mean


normal, by_function = Normal(), ByFunction()
for step in range(3):
    value = tf.constant([[1.0, 2.0], [3.0, 4.0 + step]])
    normal(value, training=step < 2)
    by_function(value)
