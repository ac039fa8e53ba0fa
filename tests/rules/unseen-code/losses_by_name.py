"""Losses and optimizers that Keras finds by their names: functions, and instances of classes."""

import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(2), tf.keras.layers.Dense(1)])


class Trainer:
    def __init__(self, loss, optimizer):
        self.loss = tf.keras.losses.get(loss)
        self.optimizer = tf.keras.optimizers.get(optimizer)

    # tf: same
    def train_step(self, x, y):  # expect: convert
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(self.loss(y, model(x, training=True)))
        gradients = tape.gradient(loss, model.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        return loss


trainers = [Trainer("mse", "sgd"), Trainer("MeanAbsoluteError", "SGD")]


def train():  # expect: HYB106, HYB112
    x, y = tf.ones((4, 3)), tf.ones((4, 1))
    return [float(trainer.train_step(x, y)) for trainer in trainers]


# tf: same
def abbreviated(labels, logits):  # expect: convert unsafe
    return tf.keras.losses.get("BCE")(labels, tf.sigmoid(logits))


def unknown_name(name, labels, logits):  # expect: convert unsafe
    return tf.keras.losses.get(name)(labels, logits)
