"""`build` of a Keras layer says by itself that the layer is built, so that `call` may ask for it: `if not self.built`."""

import tensorflow as tf


class Base(tf.keras.layers.Layer):
    def build(self, input_shape):
        super().build(input_shape)
        self.prepare(input_shape)

    def prepare(self, input_shape):
        self.scale = 2.0

    # tf: same
    def call(self, x):  # expect: convert
        if not self.built:
            self.build(tuple(x.shape))
        return tf.nn.l2_normalize(x * self.scale)


# tf: same
def through_keras(x):  # expect: convert
    return layer(x)


# tf: same
def directly(x):  # expect: convert
    return other.call(x)


layer, other = Base(), Base()
for _ in range(3):
    through_keras(tf.ones([4, 3]))
    directly(tf.ones([4, 3]))
