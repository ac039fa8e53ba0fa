import tensorflow as tf


def descend(x, steps):
    w = tf.zeros((3,))
    for _ in range(steps):
        p = tf.sigmoid(tf.linalg.matvec(x, w))
        w = w - 0.1 * tf.linalg.matvec(x, p - 1.0, transpose_a=True)
        print(float(w[0]))
    return w


result = descend(tf.ones((2, 3)), 3)
