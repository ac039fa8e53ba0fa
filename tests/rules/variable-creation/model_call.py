"""A model whose `call` builds its layers: inside a graph Keras 3 makes their variables while it traces."""

import tensorflow as tf


class Lazy(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.hidden = tf.keras.layers.Dense(4, activation="tanh")
        self.out = tf.keras.layers.Dense(1)

    # tf: raises ValueError "No gradients provided for any variable"
    def call(self, x):  # expect: undetermined HYB108 "Keras 3 has no gradients"
        return self.out(self.hidden(x))


class Built(tf.keras.layers.Layer):
    def build(self, shape):
        self.kernel = self.add_weight(shape=(shape[-1], 1), name="kernel")

    # tf: same
    def call(self, x):  # expect: convert
        return x @ self.kernel


def step(model, optimizer, x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x) - y) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


x, y = tf.ones([4, 3]), tf.ones([4, 1])
for model in (Lazy(), Built()):
    step(model, tf.keras.optimizers.SGD(0.1), x, y)


class Gain(tf.keras.layers.Layer):
    def build(self, shape):
        self.gain = self.add_weight(shape=(shape[-1],), initializer="ones", name="gain")

    # tf: differs
    # tf_keras: same
    def call(self, x):  # expect: undetermined HYB108 "initial values"
        return x * self.gain


class Widened(tf.keras.layers.Dense):
    # tf: differs
    # tf_keras: same
    def call(self, x):  # expect: undetermined HYB108 "initial values"
        return 2.0 * super().call(x)


class Shift(tf.keras.layers.Layer):
    def build(self, shape):
        self.shift = self.add_weight(shape=(shape[-1],), initializer="zeros", name="shift")

    # tf: same
    def call(self, x):  # expect: convert
        return x + self.shift


class BuiltByTracing(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.out = Widened(1)
        self.gain = Gain()

    def call(self, x):
        return self.gain(self.out(x))


class BuildsItsParts(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.shift = Shift()

    def build(self, shape):
        self.shift.build(shape)
        self.built = True

    def call(self, x):
        return self.shift(x)


for model in (BuiltByTracing(), BuildsItsParts()):
    model(x)
    for _ in range(2):
        step(model, tf.keras.optimizers.SGD(0.1), x, y)
    result = model(x)
