import tensorflow as tf


def resized(x):  # fact: verdict=convert
    _, height, width, channels = x.shape
    y = tf.raw_ops.ResizeNearestNeighbor(images=x, size=[height * 2, width * 2])
    return tf.reshape(y, [-1, y.shape[1] * y.shape[2], channels])


def spaced(a, b):  # fact: verdict=convert
    points = tf.linspace(a, b, 5, axis=-2)
    return tf.reshape(points, [-1, points.shape[1] * points.shape[2]])


for _ in range(3):
    resized(tf.ones([2, 3, 4, 5]))
    spaced(tf.ones([2, 4]), tf.zeros([2, 4]))
