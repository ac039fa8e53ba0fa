"""Each example is a set of points of another size, embedded point by point and summed."""

import tensorflow as tf

phi = tf.Variable(tf.reshape(tf.linspace(-0.5, 0.5, 8), [2, 4]))
rho = tf.Variable(tf.reshape(tf.linspace(0.5, -0.5, 4), [4, 1]))


def embed(point):
    return tf.nn.elu(tf.matmul(point, phi))


def encode(points):
    total = tf.zeros([1, 4])
    for point in points:
        total = total + embed(point)
    return tf.matmul(total, rho)


def mean(examples):
    with tf.GradientTape() as tape:
        outputs = tf.concat([encode(points) for points in examples], 0)
        loss = tf.reduce_mean(tf.square(outputs))
    return loss, tape.gradient(loss, [phi, rho])


def points(n):
    return [tf.constant([[0.1 * i, 0.2 - 0.1 * i]]) for i in range(n)]


loss, gradients = mean([points(3), points(1), points(4), points(2)])
