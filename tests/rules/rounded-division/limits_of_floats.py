"""What a graph computes otherwise at the limits of floats: `expm1`, `log1p`, and monotonic functions below a maximum."""

import tensorflow as tf


# tf: differs
def inverse_softplus(x):  # expect: convert unsafe
    return tf.math.log(tf.exp(x) - 1.0)


# tf: differs
def relative_gain(x):  # expect: convert unsafe
    return tf.math.log(x + 1.0) / x


# tf: differs
def odds(x):  # expect: convert unsafe
    grown = tf.exp(x) - 1.0
    return 1.0 / grown


# tf: differs
def chosen(x):  # expect: convert unsafe
    return tf.argmax(tf.nn.relu(x - 2.0), -1)


# tf: differs
def saturated(x):  # expect: convert unsafe
    return tf.argmax(tf.sigmoid(x * 100.0 + 100.0), -1)


# tf: differs
def best_rate(x):  # expect: convert unsafe
    return tf.reduce_max(tf.sqrt(x - 0.5))


# tf: differs
def beyond(x):  # expect: convert unsafe
    return x / 0.1 >= tf.round(x * 10.0)


# tf: differs
def snapped(x):  # expect: HYB115
    return 1e8 + (x - 1e8)


# tf: differs
def snapped_by_steps(x):  # expect: HYB115
    y = tf.subtract(x, 1e8)
    return tf.add(1e8, y)


# tf: same
def log_features(x):  # expect: convert
    return tf.math.log(x + 1.0) / tf.math.log(2.0)


# tf: same
def largest_distance(x):  # expect: convert
    return tf.reduce_max(tf.sqrt(tf.reduce_sum(x * x)))


# tf: same
def chosen_of_all(x):  # expect: convert
    return tf.argmax(tf.nn.softmax(x), -1)


# tf: same
def shifted(x):  # expect: convert
    return 1.0 + (x - 2.0)


# tf: same
def unmasked(x):  # expect: convert
    return 1.0 - (1.0 - tf.cast(x > 0.5, tf.float32))


x = tf.constant([1e-8, 1.0])
rows = (inverse_softplus, relative_gain, odds, chosen, saturated, best_rate, snapped, snapped_by_steps)
levels = beyond(tf.constant([k * 0.1 for k in range(60)]))
results = [f(x) for f in (*rows, log_features, largest_distance, chosen_of_all, shifted, unmasked)]
