"""`input_shape` in a subclassed model, and where it counts."""

import tensorflow as tf


class Declared(tf.keras.Model):
    def __init__(self):  # expect: HYB102, HYB108, HYB116, HYB118, HYB119, HYB135
        super().__init__()
        self.dense = tf.keras.layers.Dense(2, input_shape=(3,))

    def call(self, x):
        return self.dense(x)


class Built(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(2, kernel_initializer="ones")
        self.dense.build((None, 3))

    # tf: same
    def call(self, x):  # expect: convert
        return self.dense(x)


sequential = tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(3,), kernel_initializer="ones")])


# tf: same
def of_sequential(x):  # expect: convert
    return sequential(x) * 2.0


assert not Declared().dense.built
assert sequential.built
Built()(tf.ones([1, 3]))
of_sequential(tf.ones([1, 3]))
