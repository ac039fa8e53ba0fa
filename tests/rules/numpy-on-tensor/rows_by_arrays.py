"""Arrays that pick rows of arrays, as NumPy has it: arguments are tensors inside a graph, which take no such index."""

import pickle

import numpy as np
import tensorflow as tf

WEIGHTS = tf.Variable(tf.ones((4, 4)))
MEMORY = np.ones((1000, 4), np.float32)


# tf: raises TypeError "Only integers, slices"
def of_a_table(rows, memory):  # expect: HYB107
    return tf.reduce_sum(memory[rows, :] @ WEIGHTS)


# tf: raises TypeError "Only integers, slices"
def alone(rows, memory):  # expect: HYB107
    return tf.reduce_sum(memory[rows] @ WEIGHTS)


# tf: raises TypeError "Only integers, slices"
def unseen(rows, memory):  # expect: convert unsafe
    return tf.reduce_sum(memory[rows, :2])


# tf: same
def gathered(rows, memory):  # expect: convert
    return tf.reduce_sum(tf.gather(memory, rows) @ WEIGHTS)


# tf: same
def picked_before(rows):  # expect: convert
    return tf.reduce_sum(rows[:, :2] * 2.0) + tf.reduce_sum(WEIGHTS)


# tf: same
def masked(rows, mask):  # expect: convert
    return tf.reduce_sum(rows[mask] * 2.0)


# tf: same
def masked_rows(rows, mask):  # expect: convert
    return tf.reduce_sum(rows[mask] * 2.0)


# tf: raises TypeError "Only integers, slices"
def masked_part(rows, mask):  # expect: HYB107
    return tf.reduce_sum(rows[mask, :2] * 2.0)


MASK = np.zeros(1000, dtype=bool)
MASK[np.arange(10)] = True
for _ in range(3):
    masked(MEMORY, MASK)
    masked_rows(tf.constant(MEMORY), MASK)
    masked_part(MEMORY, MASK)
    drawn = np.random.choice(1000, size=32)
    of_a_table(drawn, MEMORY)
    alone(np.random.choice(1000, 8), MEMORY)
    unseen(pickle.loads(pickle.dumps(drawn)), MEMORY)
    gathered(drawn, MEMORY)
    picked_before(MEMORY[drawn])
