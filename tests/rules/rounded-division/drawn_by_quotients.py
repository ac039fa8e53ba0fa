"""Random numbers that are drawn by quotients: which ones come out is chance, and no last bit decides."""

import tensorflow as tf

weights = tf.constant([1.0, 2.0, 4.0])


def drawn(w):  # expect: convert unsafe
    chosen = tf.random.categorical(tf.math.log([w / 7.0]), 5)
    return tf.cast(chosen > 0, tf.float32) + tf.floor(tf.cast(chosen, tf.float32))


for _ in range(3):
    drawn(weights)
