"""What a `build` computes itself: a graph runs it while it is traced, eager code when the layer is first called."""

import tensorflow as tf


class Keeps(tf.keras.layers.Layer):
    def build(self, shape):
        self.scale = tf.ones([shape[-1]])
        self.kernel = self.add_weight(shape=(shape[-1], 2), initializer="ones", name="kernel")

    def call(self, x):
        return (x * self.scale) @ self.kernel


class Assigns(tf.keras.layers.Layer):
    def build(self, shape):
        self.kernel = self.add_weight(shape=(shape[-1], 2), initializer="ones", name="kernel")
        self.kernel.assign(self.kernel * 3.0)

    def call(self, x):
        return x @ self.kernel


class Adds(tf.keras.layers.Layer):
    def __init__(self, units, **kwargs):
        super().__init__(**kwargs)
        self.units = units

    def build(self, input_shape):
        self.kernel = self.add_weight(
            shape=(int(input_shape[-1]), self.units), initializer="glorot_uniform", name="kernel"
        )
        self.bias = self.add_weight(
            shape=(self.units,), initializer=tf.keras.initializers.Zeros(), trainable=True, name="bias"
        )
        super().build(input_shape)

    def call(self, x):
        return tf.nn.relu(x @ self.kernel + self.bias)


# tf: raises TypeError "is out of scope"
# tf_keras: same
def keeps_tensor(x):  # expect: convert unsafe
    return keeps(x)


# tf: differs
# tf_keras: same
def assigns(x):  # expect: convert unsafe
    return assigning(x)


# tf: same
# tf_keras: same
def adds_weights(x):  # expect: convert
    return adds(x)


# tf: differs
# tf_keras: same
def draws_itself(x):  # expect: convert unsafe
    return drawn(x)


# tf: same
# tf_keras: same
def drawn_by_keras(x):  # expect: convert
    return seeded(x)


# tf: raises TypeError "is out of scope"
# tf_keras: same
def not_adapted(x):  # expect: convert unsafe
    return normalization(x)


keeps, assigning, adds, normalization = Keeps(), Assigns(), Adds(2), tf.keras.layers.Normalization()
drawn = tf.keras.layers.Dense(2, kernel_initializer=tf.random_normal_initializer(0.0, 0.02))
seeded = tf.keras.layers.Dense(2, kernel_initializer=tf.keras.initializers.RandomNormal(0.0, 0.02))
x = tf.random.stateless_uniform([4, 3], [1, 2])
for function in (keeps_tensor, assigns, adds_weights, draws_itself, drawn_by_keras, not_adapted):
    function(x)
