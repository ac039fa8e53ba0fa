"""Masks that Keras puts on tensors: an attribute, which does not leave a graph."""

import tensorflow as tf

embedding = tf.keras.layers.Embedding(8, 3, mask_zero=True)
unmasked_embedding = tf.keras.layers.Embedding(8, 3)
masking = tf.keras.layers.Masking(0.0)
pool = tf.keras.layers.GlobalAveragePooling1D()


# tf: differs
def embedded(ids):  # expect: HYB102
    hidden = embedding(ids)
    return hidden


# tf: differs
def masked(steps):  # expect: HYB102
    return masking(steps)


# tf: same
def encoded(ids):  # expect: convert
    return pool(embedding(ids))


# tf: same
def plain(ids):  # expect: convert
    return unmasked_embedding(ids)


ids = tf.constant([[1, 2, 0, 0], [3, 0, 0, 0]])
steps = tf.constant([[[1.0, 2.0], [0.0, 0.0]], [[3.0, 1.0], [2.0, 2.0]]])
first, second = pool(embedded(ids)), pool(masked(steps))
third, fourth = encoded(ids), pool(plain(ids))
