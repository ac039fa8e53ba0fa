"""Variables of loops over tensors, where what they begin with cannot be seen."""

import json

import tensorflow as tf

rows = tf.constant([[1.0, 2.0], [3.0, 4.0]])
zeros = tf.constant(json.loads("[0.0, 0.0]"))


# tf: same
def summed(rows):  # expect: convert unsafe
    total = tf.identity(zeros)
    for row in rows:
        total = total + tf.nn.relu(row)
    return total


# tf: raises ValueError "ValueError"
def joined(rows):  # expect: HYB109
    total = tf.constant([0.0])
    for row in rows:
        total = tf.concat([total, row], 0)
    return total


summed(rows)
joined(rows)
