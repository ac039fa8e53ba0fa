"""A loop over a dataset in a graph traces the first step of an optimizer once, wherever that stands."""

import tensorflow as tf

dataset = tf.data.Dataset.from_tensor_slices((tf.ones([12, 4]), tf.zeros([12, 1]))).batch(4)
model = tf.keras.Sequential([tf.keras.Input([4]), tf.keras.layers.Dense(3), tf.keras.layers.Dense(1)])
other = tf.keras.Sequential([tf.keras.Input([4]), tf.keras.layers.Dense(1)])
adam, chosen = tf.keras.optimizers.Adam(0.01), tf.keras.optimizers.Adam(0.01)


def step(network, optimizer, x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(network(x) - y))
    gradients = tape.gradient(loss, network.trainable_variables)
    optimizer.apply_gradients(zip(gradients, network.trainable_variables))
    return loss


# tf: same
def epoch():  # expect: convert
    for x, y in dataset:
        step(model, adam, x, y)


# tf: same
def sometimes(limit):  # expect: convert unsafe
    for x, y in dataset:
        if tf.reduce_sum(x) > limit:
            step(other, chosen, x, y)


for _ in range(2):
    epoch()
    sometimes(tf.constant(0.0))
