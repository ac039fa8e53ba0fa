"""Losses of TensorFlow 1, which a graph also puts into a collection that only functions of TensorFlow 1 read."""

import tensorflow as tf

losses = tf.compat.v1.losses


# tf: same
def errors(labels, predictions):  # expect: convert
    return losses.mean_squared_error(labels, predictions) + losses.huber_loss(labels, predictions)


# tf: same
def entropy(labels, logits):  # expect: convert
    return losses.sparse_softmax_cross_entropy(labels, logits, weights=2.0)


# tf: same
def of_each(labels, logits):  # expect: convert
    reduction = losses.Reduction.NONE
    return losses.sigmoid_cross_entropy(labels, logits, reduction=reduction) * 2.0


# tf: differs
def pairwise(labels, predictions):  # expect: HYB103, HYB118
    return losses.mean_pairwise_squared_error(labels, predictions)


# tf: differs
def counted(labels, predictions):  # expect: HYB103
    losses.mean_squared_error(labels, predictions)
    return tf.reduce_sum(labels) * len(losses.get_losses())


labels, predictions = tf.constant([[0.0, 1.0], [1.0, 0.0]]), tf.constant([[0.2, 0.5], [0.3, 0.9]])
for _ in range(3):
    errors(labels, predictions)
    entropy(tf.constant([0, 1]), predictions)
    of_each(labels, predictions)
    pairwise(labels, predictions)
    counted(labels, predictions)
