"""A graph of all does not know how long a batch is; one of a step does, and is traced for the short last batch again."""

import tensorflow as tf

images = tf.reshape(tf.range(160.0), [10, 4, 4]) / 160.0


class Autoencoder(tf.keras.Model):
    def __init__(self, units):
        super().__init__()
        self.mean = tf.keras.layers.Dense(units, kernel_initializer="ones")
        self.decoder = tf.keras.layers.Dense(16, kernel_initializer="ones")

    def call(self, x):
        mean = self.mean(x)
        noise = tf.ones(mean.shape) / float(mean.shape[0])
        return self.decoder(mean + 0.1 * noise), mean


def train(data):
    model = Autoencoder(3)
    optimizer = tf.keras.optimizers.SGD(0.0001)
    for step, x in enumerate(data):
        x = tf.reshape(x, (-1, 16))
        with tf.GradientTape() as tape:
            decoded, mean = model(x)
            loss = tf.reduce_mean(tf.square(x - decoded)) + tf.reduce_mean(mean)
        grads = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))
        print(step, "%.4f" % float(loss))


def train_on_the_large(data):
    model = Autoencoder(3)
    optimizer = tf.keras.optimizers.SGD(0.0001)
    for step, x in enumerate(data):
        x = tf.reshape(x, (-1, 16))
        x = tf.boolean_mask(x, tf.reduce_mean(x, axis=1) > 0.1)
        with tf.GradientTape() as tape:
            decoded, mean = model(x)
            loss = tf.reduce_mean(tf.square(x - decoded)) + tf.reduce_mean(mean)
        grads = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))
        print(step, "%.4f" % float(loss))


train(tf.data.Dataset.from_tensor_slices(images).batch(4))
train_on_the_large(tf.data.Dataset.from_tensor_slices(images).batch(4))
