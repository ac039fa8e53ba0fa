import tensorflow as tf


def grid(x, count):
    return tf.tanh(tf.fill([2, 2], x)) + tf.reduce_sum(tf.fill(count, x))


def product(x, axes):
    return tf.tanh(tf.tensordot(x, x, axes))


x = tf.ones([3, 3])
for n in range(1, 40):
    grid(tf.constant(0.5), n)
    product(x, n % 3)
