"""Numbers from arithmetic in a loop and from `enumerate`."""

import tensorflow as tf


# tf: same, traces 30
def vae_loss(reconstruction, divergence, beta):  # expect: HYB117 "`beta`"
    return tf.reduce_mean(reconstruction) + beta * tf.reduce_mean(divergence)


# tf: same, traces 12
def masked(batch, position):  # expect: HYB117 "`position`"
    return batch[:, : position + 1] * 2.0


# tf: same, traces 3
def rotated(batch, position):  # expect: convert
    return tf.roll(batch, position, axis=0) * 2.0


# tf: same, traces 1
def smoothed(batch, rate):  # expect: convert
    return batch * rate + (1.0 - rate) * tf.reduce_mean(batch)


data = tf.constant([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
beta = 0.0
losses = []
for _ in range(30):
    losses.append(vae_loss(data, data * 0.5, beta))
    beta = beta + 0.25

for index, _letter in enumerate("abcdefghijkl"):
    masked(data, index)

for index in range(3):
    rotated(data, index)

for _ in range(3):
    data = smoothed(data, 0.9)
