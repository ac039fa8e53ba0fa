"""A loop over ragged sentences with a Keras `LSTMCell`, one token at a time."""

import keras
import numpy as np
import tensorflow as tf

cell = keras.layers.LSTMCell(4)
cell.build((None, 3))
table = tf.Variable(tf.reshape(tf.linspace(-1.0, 1.0, 18), [6, 3]))
head = tf.Variable(tf.reshape(tf.linspace(-0.5, 0.5, 8), [4, 2]))
for weight in cell.trainable_variables:
    weight.assign(tf.reshape(tf.linspace(-0.3, 0.3, int(np.prod(weight.shape))), weight.shape))


def read(sentence):
    h, c = tf.zeros([1, 4]), tf.zeros([1, 4])
    for token in sentence:
        _, [h, c] = cell(tf.gather(table, [token]), [h, c])
    return h


def loss_of(sentences, labels):
    logits = tf.concat([read(sentence) for sentence in sentences], 0) @ head
    return tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits))


def step(sentences, labels):
    with tf.GradientTape() as tape:
        loss = loss_of(sentences, labels)
    return loss, [tf.convert_to_tensor(g) for g in tape.gradient(loss, [table, head])]


loss, gradients = step([[0, 1, 2], [3], [4, 5, 0, 1, 2], [2, 2]], [0, 1, 1, 0])
