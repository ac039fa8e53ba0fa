"""Metrics, generators and losses made inside, in the function or in what it calls."""

import tensorflow as tf


# tf: raises ValueError "ValueError: tf.function only supports singleton tf.Variables"
def makes_metric(x):  # expect: HYB108
    mean = tf.keras.metrics.Mean()
    mean.update_state(x)
    return mean.result()


# tf: raises ValueError "ValueError: tf.function only supports singleton tf.Variables"
def makes_generator(x):  # expect: HYB108
    generator = tf.random.Generator.from_seed(1)
    return x + generator.normal([2])


# tf: raises ValueError "ValueError: tf.function only supports singleton tf.Variables"
def splits_generator(x):  # expect: HYB108
    return x + GENERATOR.split(1)[0].normal([2])


# tf: same
def makes_loss(x):  # expect: convert
    return tf.keras.losses.MeanSquaredError()(x, x * 2.0)


GENERATOR = tf.random.Generator.from_seed(1)
METRIC = tf.keras.metrics.Mean()


# tf: same
def updates_metric(x):  # expect: convert
    METRIC.update_state(x)
    return x * 2.0


values = tf.constant([1.0, 2.0])
makes_metric(values)
makes_generator(values)
splits_generator(values)
makes_loss(values)
updates_metric(values)
