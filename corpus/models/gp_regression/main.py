"""Gaussian process regression: kernel parameters found by gradient steps on the marginal likelihood."""

import argparse

import keras
import numpy as np
import tensorflow as tf

JITTER = 1e-6

log_scales = tf.Variable([0.0, 0.0], dtype=tf.float64, name="log_scales")
log_lengths = tf.Variable([0.0, 0.0], dtype=tf.float64, name="log_lengths")
log_noise = tf.Variable(-1.0, dtype=tf.float64, name="log_noise")
log_period = tf.Variable(0.5, dtype=tf.float64, name="log_period")
parameters = [log_scales, log_lengths, log_noise, log_period]
means = [tf.Variable(tf.zeros_like(p)) for p in parameters]
squares = [tf.Variable(tf.zeros_like(p)) for p in parameters]
count = tf.Variable(0.0, dtype=tf.float64)


def kernel(a, b):
    """Squared exponential plus periodic covariance between the rows of `a` and `b`."""
    difference = a[:, None, 0] - b[None, :, 0]
    scales, lengths = tf.exp(log_scales), tf.exp(log_lengths)
    smooth = scales[0] * tf.exp(-0.5 * tf.square(difference / lengths[0]))
    wave = tf.sin(np.pi * tf.abs(difference) / tf.exp(log_period)) / lengths[1]
    return smooth + scales[1] * tf.exp(-2.0 * tf.square(wave))


def noisy_cholesky(x):
    diagonal = tf.exp(log_noise) + JITTER
    covariance = kernel(x, x) + diagonal * tf.eye(x.shape[0], dtype=tf.float64)
    return tf.linalg.cholesky(covariance)


def negative_log_likelihood(x, y):
    factor = noisy_cholesky(x)
    whitened = tf.linalg.triangular_solve(factor, y)
    fit = 0.5 * tf.reduce_sum(tf.square(whitened))
    complexity = tf.reduce_sum(tf.math.log(tf.linalg.diag_part(factor)))
    return fit + complexity + 0.5 * x.shape[0] * np.log(2.0 * np.pi)


def adam(gradients, rate=0.03):
    count.assign_add(1.0)
    for parameter, mean, square, gradient in zip(parameters, means, squares, gradients):
        mean.assign(0.9 * mean + 0.1 * gradient)
        square.assign(0.99 * square + 0.01 * tf.square(gradient))
        unbiased_mean = mean / (1.0 - tf.pow(tf.constant(0.9, tf.float64), count))
        unbiased_square = square / (1.0 - tf.pow(tf.constant(0.99, tf.float64), count))
        parameter.assign_sub(rate * unbiased_mean / (tf.sqrt(unbiased_square) + 1e-8))


def optimization_step(x, y):
    with tf.GradientTape() as tape:
        objective = negative_log_likelihood(x, y)
    adam(tape.gradient(objective, parameters))
    return objective


def predict(x, y, x_new):
    factor = noisy_cholesky(x)
    cross = tf.linalg.triangular_solve(factor, kernel(x, x_new))
    mean = tf.matmul(cross, tf.linalg.triangular_solve(factor, y), transpose_a=True)
    variance = tf.reduce_sum(tf.exp(log_scales)) - tf.reduce_sum(tf.square(cross), axis=0)
    return mean[:, 0].numpy(), variance.numpy()


def make_data(size, seed=4):
    rng = np.random.default_rng(seed)
    x = np.sort(rng.uniform(0.0, 6.0, size=(size, 1)), axis=0)
    y = np.sin(4.0 * x) + 0.3 * x + rng.normal(scale=0.1, size=x.shape)
    return tf.constant(x), tf.constant(y - y.mean())


def summarize():
    values = {variable.name: np.round(np.exp(variable.numpy()), 3) for variable in parameters}
    for name, value in values.items():
        print(f"{name:12} {value}")


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--points", type=int, default=30)
    args = parser.parse_args(argv)
    keras.utils.set_random_seed(11)

    x, y = make_data(args.points)
    trace = []
    for step in range(1, args.steps + 1):
        objective = optimization_step(x, y)
        if step % max(1, args.steps // 10) == 0:
            trace.append(float(objective))
            print(f"step {step} negative log likelihood {trace[-1]:.3f}")
    summarize()
    mean, variance = predict(x, y, tf.constant([[1.0], [3.0], [5.0]], tf.float64))
    return {"objective": trace, "mean": mean.tolist(), "variance": variance.tolist()}


if __name__ == "__main__":
    print(main())
