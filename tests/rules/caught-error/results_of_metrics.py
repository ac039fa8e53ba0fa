"""Accuracies that nothing uses: they fail for shapes alone, which a graph finds, too."""

import tensorflow as tf

weight = tf.Variable(tf.ones([3, 2]))


# tf: same
def step(x, labels):  # expect: convert
    logits = x @ weight
    tf.keras.metrics.sparse_categorical_accuracy(labels, logits)
    tf.keras.metrics.binary_accuracy(labels, tf.sigmoid(logits[:, 0]))
    weight.assign_sub(0.1 * tf.ones([3, 2]))
    return tf.reduce_mean(logits)


# tf: differs
def looked_up(x, labels):  # expect: undetermined HYB129
    tf.gather(weight, labels + 2)
    return x @ weight


for _ in range(3):
    print(step(tf.ones([2, 3]), tf.constant([0.0, 1.0])))
    try:
        print(looked_up(tf.ones([2, 3]), tf.constant([0, 1])))
    except (tf.errors.InvalidArgumentError, ValueError):
        print("none")
