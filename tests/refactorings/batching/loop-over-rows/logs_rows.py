"""Results are kept in a list of the module on the way."""

import tensorflow as tf

seen = []


def norm(row):
    result = tf.norm(row)
    seen.append(result)
    return result


def norms(x):
    return tf.stack([norm(x[i]) for i in range(len(x))])


result = norms(tf.constant([[3.0, 1.0, 2.0], [1.0, 2.0, 3.0]]))
