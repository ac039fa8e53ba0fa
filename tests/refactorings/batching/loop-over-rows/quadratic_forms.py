"""Covariances per example, in a loop that appends; a temperature is shared."""

import tensorflow as tf


def log_density(x, mean, factor, temperature):
    whitened = tf.linalg.triangular_solve(factor, (x - mean)[:, None])
    return -0.5 * tf.reduce_sum(whitened**2) / temperature - tf.reduce_sum(
        tf.math.log(tf.linalg.diag_part(factor))
    )


def densities(xs, means, factors, temperature):
    found = []
    for k in range(len(xs)):
        found.append(log_density(xs[k], means[k], factors[k], temperature))
    return tf.stack(found)


xs = tf.constant([[0.1, 0.2], [0.3, 0.4]])
means = tf.Variable([[0.0, 0.1], [0.5, 0.5]])
factors = tf.Variable([[[1.0, 0.0], [0.5, 1.0]], [[2.0, 0.0], [0.1, 1.5]]])
with tf.GradientTape() as tape:
    result = densities(xs, means, factors, 2.0)
    loss = tf.reduce_sum(result)
gradients = tape.gradient(loss, [means, factors])
