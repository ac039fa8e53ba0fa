"""Constant factors that a graph puts together, where eagerly the product in between leaves the numbers of its dtype."""

import tensorflow as tf


# tf: differs
def rescaled(loss, scale=32768.0):  # expect: convert unsafe
    return loss * scale / scale


# tf: differs
def mean_of_both(x):  # expect: convert unsafe
    return (x + x) * 0.5


# tf: differs
def mean_of_all(x):  # expect: convert unsafe
    return tf.add_n([x, x]) / 2


# tf: differs
def there_and_back(x):  # expect: convert unsafe
    y = x * 1e20
    return y * 1e-20


# tf: same
def magnified(x):  # expect: convert
    return x * 1e20


# tf: same
def diminished(x):  # expect: convert
    return x * 1e-20


# tf: differs
def by_helpers(x):  # expect: convert unsafe
    return diminished(magnified(x))


# tf: differs
def smoothed(x):  # expect: convert unsafe
    return tf.nn.conv1d(x[None, :, None] * 1e30, tf.fill([1, 1, 1], 1e-30), 1, "SAME")


# tf: same
def ordinary(x):  # expect: convert
    return x * 0.3 * 0.5 + x * 2.0


# tf: same
def scaled_in_half(x):  # expect: convert
    return x * 0.5


half = tf.constant([60000.0, 1.0], tf.float16)
x = tf.constant([1e20, 1.0])
results = [rescaled(half), mean_of_both(half), mean_of_all(half), scaled_in_half(half)]
results += [there_and_back(x), by_helpers(x), smoothed(x), ordinary(x)]
