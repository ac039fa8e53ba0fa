"""All outputs of a sequence are wanted, not only the last."""

import tensorflow as tf

w = tf.Variable(tf.reshape(tf.linspace(-0.5, 0.5, 8), [4, 2]))


def outputs_of(sequence):
    h = tf.zeros([1, 2])
    outputs = []
    for x in sequence:
        h = tf.tanh(tf.matmul(tf.concat([x[None], h], 1), w))
        outputs.append(h)
    return tf.reduce_mean(tf.concat(outputs, 0), 0)


def means(sequences):
    return tf.stack([outputs_of(sequence) for sequence in sequences])


result = means([tf.ones([3, 2]), tf.ones([1, 2])])
