"""Products of matrices in bfloat16, which a graph computes together with the bias behind them, and rounds once."""

import tensorflow as tf


# tf: same
def dense(m):  # expect: convert unsafe
    return m @ m + m[0]


# tf: same
def dense_by_name(m):  # expect: convert unsafe
    return tf.nn.relu(tf.matmul(m, m) + m[0])


# tf: same
def in_single(m):  # expect: convert
    wide = tf.cast(m, tf.float32)
    return tf.matmul(wide, wide) + wide[0]


for number in range(2):
    matrix = tf.cast(tf.reshape(tf.range(16.0) * 0.37, (4, 4)) - float(number), tf.bfloat16)
    dense(matrix)
    dense_by_name(matrix)
    in_single(matrix)
