"""A functional model of what another one gives: lists of outputs that a loop has filled, and single tensors."""

import tensorflow as tf

layers = tf.keras.layers


def several(sizes):
    x = layers.Input(shape=(4,))
    outputs = []
    for size in sizes:
        outputs.append(layers.Dense(size)(x))
    inner = tf.keras.Model(x, outputs)
    y = layers.Input(shape=(4,))
    return tf.keras.Model(y, inner(y))


def single():
    x = layers.Input(shape=(4,))
    inner = tf.keras.Model(x, layers.Dense(2)(x))
    y = layers.Input(shape=(4,))
    return tf.keras.Model(y, inner(y))


heads, head = several((3, 5)), single()


# tf: same
def summed(x):  # expect: convert
    total = tf.constant(0.0)
    for logits, weight in zip(heads(x), (1.0, 2.0)):
        total += tf.reduce_sum(tf.exp(logits)) * weight
    return total


# tf: raises OperatorNotAllowedInGraphError "OperatorNotAllowedInGraphError: Iterating over a symbolic `t"
def rows(x):  # expect: HYB105
    total = tf.constant(0.0)
    for logits, weight in zip(head(x), (1.0, 2.0)):
        total += tf.reduce_sum(tf.exp(logits)) * weight
    return total


x = tf.ones((2, 4))
results = [summed(x), summed(x), rows(x)]
