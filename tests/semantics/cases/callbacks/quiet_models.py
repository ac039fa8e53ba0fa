"""Functional models of quiet layers."""

import tensorflow as tf


class Quiet(tf.keras.layers.Layer):
    def call(self, x):  # fact: side_effects=false verdict=convert safe=true
        return x * 2.0


inputs = tf.keras.Input((2,))
hidden = tf.keras.layers.Dense(3, activation="relu")(inputs)
hidden = Quiet()(hidden)
model = tf.keras.Model(inputs, tf.keras.layers.Dense(1, activation=tf.nn.sigmoid)(hidden))
optimizer = tf.keras.optimizers.Adam(0.01)
optimizer.build(model.trainable_variables)
loss_object = tf.keras.losses.MeanSquaredError()
metric = tf.keras.metrics.Mean()


def predict(x):  # fact: side_effects=false verdict=convert safe=true
    return model(x, training=False)


def train_step(x, y):  # fact: side_effects=false verdict=convert safe=true
    with tf.GradientTape() as tape:
        loss = loss_object(y, model(x, training=True))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    metric.update_state(loss)
    return loss


x, y = tf.ones([4, 2]), tf.ones([4, 1])
predict(x)
for _ in range(3):
    train_step(x, y)
