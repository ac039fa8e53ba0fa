"""The step is a closure over model and optimizer."""
import tensorflow as tf


class Encoder(tf.keras.layers.Layer):
    def __init__(self, units):
        super().__init__()
        self.dense = tf.keras.layers.Dense(units, activation="tanh")

    def call(self, x):
        return self.dense(x)


class AutoEncoder(tf.keras.Model):
    def __init__(self, units, features):
        super().__init__()
        self.encoder = Encoder(units)
        self.decoder = tf.keras.layers.Dense(features)

    def call(self, x):
        return self.decoder(self.encoder(x))


def make_step(model, optimizer):
    # tf: same
    # tf_keras: same
    def step(batch):  # expect: convert
        with tf.GradientTape() as tape:
            reconstruction = model(batch, training=True)
            loss = tf.reduce_mean(tf.math.squared_difference(reconstruction, batch))
        variables = model.trainable_variables
        optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
        return loss

    return step


def run(epochs=2, batch_size=4):
    data = tf.random.stateless_uniform([12, 6], [3, 4])
    dataset = tf.data.Dataset.from_tensor_slices(data).batch(batch_size, drop_remainder=True)
    model = AutoEncoder(3, 6)
    optimizer = tf.keras.optimizers.RMSprop(1e-3)
    step = make_step(model, optimizer)
    total = 0.0
    for _ in range(epochs):
        for batch in dataset:
            total += float(step(batch))
    return total


result = run()
