import tensorflow as tf


def pick(x, flag):
    if flag:
        y = tf.tanh(x) + 1.0
    print("picked")
    z = tf.reduce_sum(tf.square(y) + x)
    print(float(z))
    return z


results = [pick(tf.constant([1.0, 2.0]), True)]
