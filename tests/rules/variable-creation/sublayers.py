"""Layers that are built while a graph of `call` is traced: Keras 3 loses their gradients, tf_keras does not."""

import tensorflow as tf


class Unbuilt(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(2)

    # tf: raises ValueError "No gradients provided for any variable."
    # tf_keras: same
    def call(self, x):  # expect: undetermined HYB108
        return self.dense(x)


class Built(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(2)
        self.dense.build((None, 2))

    # tf: same
    # tf_keras: same
    def call(self, x):  # expect: convert
        return self.dense(x)


def train(model, optimizer, x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(model(x)))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


features = tf.ones([3, 2])
unbuilt, built = Unbuilt(), Built()
first, second = tf.keras.optimizers.SGD(0.1), tf.keras.optimizers.SGD(0.1)
for step in range(2):
    train(unbuilt, first, features)
    train(built, second, features)
