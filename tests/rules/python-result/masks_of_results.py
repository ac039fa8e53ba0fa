"""Masks that Keras puts on tensors: an attribute, which does not leave a graph."""

import tensorflow as tf

embedding = tf.keras.layers.Embedding(8, 3, mask_zero=True)
unmasked_embedding = tf.keras.layers.Embedding(8, 3)
masking = tf.keras.layers.Masking(0.0)
pool = tf.keras.layers.GlobalAveragePooling1D()


# tf: differs
def embedded(ids):  # expect: HYB112
    hidden = embedding(ids)
    return hidden


# tf: differs
def masked(steps):  # expect: HYB112
    return masking(steps)


# tf: same
def encoded(ids):  # expect: convert
    return pool(embedding(ids))


# tf: same
def plain(ids):  # expect: convert
    return unmasked_embedding(ids)


recurrent = tf.keras.layers.GRU(3, return_sequences=True)
last = tf.keras.layers.GRU(3)
stateful = tf.keras.layers.GRU(3, return_sequences=True, return_state=True)
both_ways = tf.keras.layers.Bidirectional(tf.keras.layers.LSTM(2, return_sequences=True, return_state=True))
stack = tf.keras.Sequential([embedding, tf.keras.layers.Dropout(0.5), recurrent])


# tf: differs
def handed_on(ids):  # expect: HYB112
    return recurrent(embedding(ids))


# tf: differs
def stacked(ids):  # expect: HYB112
    return stack(ids)


# tf: same
def not_handed_on(ids):  # expect: convert
    return last(embedding(ids))


# tf: same
def overwritten(ids):  # expect: convert
    hidden = embedding(ids)
    hidden = tf.tanh(hidden)
    return hidden


# tf: same
def state_only(ids):  # expect: convert
    hidden, state = stateful(embedding(ids))
    return state


# tf: same
def states_of_both(ids):  # expect: convert
    hidden, forward, _, backward, _ = both_ways(embedding(ids))
    return tf.concat([forward, backward], axis=-1)


# tf: same
def loss_of_inner(ids):  # expect: convert
    return tf.reduce_mean(handed_on(ids))


ids = tf.constant([[1, 2, 0, 0], [3, 0, 0, 0]])
steps = tf.constant([[[1.0, 2.0], [0.0, 0.0]], [[3.0, 1.0], [2.0, 2.0]]])
first, second = pool(embedded(ids)), pool(masked(steps))
third, fourth = encoded(ids), pool(plain(ids))
fifth, sixth = pool(handed_on(ids)), pool(stacked(ids))
others = [not_handed_on(ids), overwritten(ids), state_only(ids), states_of_both(ids), loss_of_inner(ids)]
