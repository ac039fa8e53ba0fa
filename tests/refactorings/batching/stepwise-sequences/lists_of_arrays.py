"""Sequences of vectors, NumPy arrays of different lengths, read in a loop that collects the last states."""

import numpy as np
import tensorflow as tf

w = tf.Variable(tf.reshape(tf.linspace(-0.4, 0.5, 12), [3, 4]))
u = tf.Variable(tf.reshape(tf.linspace(0.3, -0.2, 16), [4, 4]))
b = tf.Variable(tf.zeros([4]))


def encode(sequence):
    state = tf.zeros([4])
    for x in sequence:
        state = tf.tanh(tf.linalg.matvec(w, x, transpose_a=True) + tf.linalg.matvec(u, state) + b)
    return state


def encode_all(sequences):
    states = []
    for sequence in sequences:
        states.append(encode(sequence))
    return tf.stack(states)


sequences = [np.linspace(-1, 1, 3 * n, dtype="float32").reshape([n, 3]) for n in (2, 5, 1)]
with tf.GradientTape() as tape:
    encoded = encode_all(sequences)
    loss = tf.reduce_sum(encoded**2)
gradients = tape.gradient(loss, [w, u, b])
