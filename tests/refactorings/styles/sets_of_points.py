"""Sets of different sizes: a network per point, a maximum per set."""

import tensorflow as tf

W1 = tf.Variable(tf.reshape(tf.linspace(-1.0, 1.0, 8), [2, 4]))
W2 = tf.Variable(tf.reshape(tf.linspace(0.5, -0.5, 4), [4, 1]))


def score(points):
    features = tf.nn.relu(tf.matmul(points, W1))
    return tf.matmul(tf.reduce_max(features, axis=0, keepdims=True), W2)


def step(sets, targets):
    with tf.GradientTape() as tape:
        loss = 0.0
        for points, target in zip(sets, targets):
            loss += tf.reduce_sum((score(points) - target) ** 2)
    return loss, [tf.convert_to_tensor(g) for g in tape.gradient(loss, [W1, W2])]


SETS = [tf.reshape(tf.linspace(-1.0, 1.0, 2 * n), [n, 2]) for n in (2, 3, 5, 3)]
loss, gradients = step(SETS, [0.0, 1.0, 1.0, 0.0])
