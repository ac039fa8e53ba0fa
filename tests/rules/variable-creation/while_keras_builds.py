"""Keras 3 builds a model without `build` by tracing its `call`: a graph in there finds no variables."""

import tensorflow as tf


class Helped(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.hidden = tf.keras.layers.Dense(3)

    def call(self, x):
        return project(x, self.hidden) + scaled(x)[:, :1]


# tf: raises ValueError "No gradients provided"
# tf_keras: same
def project(x, layer):  # expect: undetermined HYB108 "Keras 3 has no gradients"
    return layer(x)


# tf: same
# tf_keras: same
def scaled(x):  # expect: convert
    return tf.nn.relu(x) * 2.0


class Reading(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.hidden = tf.keras.layers.Dense(3)
        self.other = tf.keras.layers.Dense(3)

    def call(self, x):
        y = self.hidden(x)
        return self.other(y) + reads(x, self.hidden) + given(x, self.hidden.kernel)


# tf: differs
# tf_keras: same
def reads(x, layer):  # expect: undetermined HYB108 "initial values"
    return x @ layer.kernel


# tf: same
# tf_keras: same
def given(x, kernel):  # expect: HYB120
    return x @ kernel


class Methods(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(2)

    # tf: raises ValueError "No gradients provided"
    # tf_keras: same
    def encode(self, x):  # expect: undetermined HYB108 "Keras 3 has no gradients"
        return self.dense(x)

    # tf: raises ValueError "No gradients provided"
    # tf_keras: same
    def call(self, x):  # expect: undetermined HYB108 "Keras 3 has no gradients"
        return self.encode(x)


class MadeAtOnce(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.scale = tf.Variable([1.0, 2.0])
        self.shift = self.add_weight(shape=(2,), initializer="ones", name="shift")

    # tf: same
    # tf_keras: same
    def scaled(self, x):  # expect: convert
        return x * self.scale

    # tf: same
    # tf_keras: same
    def call(self, x):  # expect: convert
        return self.scaled(x) + self.shift


class Around(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.part = MadeAtOnce()
        self.out = tf.keras.layers.Dense(2)

    def call(self, x):
        return self.out(self.part(x))


class NoWeights(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.flatten = tf.keras.layers.Flatten()

    # tf: same
    # tf_keras: same
    def call(self, x):  # expect: convert
        return tf.nn.relu(self.flatten(x))


def train(model, optimizer, x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(x) ** 2)
    variables = model.trainable_variables
    optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
    return loss


x = tf.random.stateless_uniform([4, 2], [1, 2])
for model in (Helped(), Reading(), Methods(), Around()):
    optimizer = tf.keras.optimizers.SGD(0.1)
    for _ in range(2):
        train(model, optimizer, x)
    result = model(x)
weightless = NoWeights()
for _ in range(2):
    weightless(x)


class OwnBuild(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(2)

    def build(self, shape):
        self.scale = self.add_weight(shape=(shape[-1],), initializer="ones", name="scale")

    # tf: same
    # tf_keras: same
    def call(self, x):  # expect: convert
        return self.dense(x * self.scale)


own, optimizer = OwnBuild(), tf.keras.optimizers.SGD(0.1)
for _ in range(2):
    train(own, optimizer, x)
