"""What runs cells over steps, as TensorFlow 1 did, reads no state but that of the cells."""

import tensorflow as tf


class Halving:
    """A cell as TensorFlow 1 asks for it, without variables."""

    state_size = output_size = 2

    def get_initial_state(self, inputs=None, batch_size=None, dtype=None):
        return tf.zeros((batch_size, 2), dtype)

    def zero_state(self, batch_size, dtype):
        return self.get_initial_state(None, batch_size, dtype)

    def __call__(self, inputs, state, scope=None):
        state = state * 0.5 + inputs
        return tf.tanh(state), state


CELL = Halving()


# tf: same
@tf.function
def encoded(x, lengths):  # expect: keep
    outputs, state = tf.compat.v1.nn.dynamic_rnn(CELL, x, sequence_length=lengths, dtype=tf.float32)
    return tf.reduce_sum(outputs, axis=1) + state


# tf: same
@tf.function
def both_ways(x, lengths):  # expect: keep
    outputs, _ = tf.compat.v1.nn.bidirectional_dynamic_rnn(CELL, CELL, x, sequence_length=lengths, dtype=tf.float32)
    return tf.concat(outputs, axis=2)


# tf: same
def eagerly(x, lengths):  # expect: convert unsafe
    outputs, state = tf.compat.v1.nn.dynamic_rnn(CELL, x, sequence_length=lengths, dtype=tf.float32)
    return tf.reduce_sum(outputs, axis=1) + state


# tf: same
def weighted(x):  # expect: convert
    with tf.compat.v1.variable_scope("weights", reuse=tf.compat.v1.AUTO_REUSE):
        return tf.reduce_sum(x, axis=1)


X = tf.reshape(tf.range(24.0), (2, 6, 2)) / 24.0
for lengths in ([6, 4], [3, 6]):
    encoded(X, tf.constant(lengths))
    both_ways(X, tf.constant(lengths))
    eagerly(X, tf.constant(lengths))
    weighted(X)
