"""Axes that are tensors, of which a graph does not know the rank that comes out; options that need Python values."""

import tensorflow as tf


# tf: raises TypeError "Failed to convert elements"
def column(x, k):  # expect: HYB105
    sums = tf.reduce_sum(x, axis=k)
    return tf.reshape(sums, [sums.shape[0], 1])


# tf: raises ValueError "Cannot infer argument `num`"
def parts(x, k):  # expect: HYB105
    return [part * 2.0 for part in tf.unstack(tf.expand_dims(x, k))]


# tf: raises ValueError "Cannot take the length of shape with unknown rank"
def distance(x, k):  # expect: HYB105
    return tf.keras.losses.mse(tf.reduce_mean(x, [k]), tf.reduce_max(x, [k]))


# tf: same
def total(x, k):  # expect: convert
    return tf.reduce_sum(x, axis=k) * 2.0


# tf: same
def kept(x, k):  # expect: convert
    sums = tf.reduce_sum(x, axis=k, keepdims=True)
    return x / tf.broadcast_to(sums, x.shape)


# tf: same
def last(x):  # expect: convert
    sums = tf.reduce_sum(x, axis=tf.rank(x) - 1)
    return tf.reshape(sums, [sums.shape[0], 1])


# tf: same
def scaled(x):  # expect: convert
    low = tf.reduce_min(x, axis=tf.range(1, tf.rank(x)))
    return tf.reshape(low, [low.shape[0], 1])


# tf: same
def in_rank(x, k):  # expect: convert
    mask = x - tf.reduce_min(x, axis=k, keepdims=True)
    return mask[..., tf.newaxis] if mask.shape.rank == 2 else mask


# tf: raises OperatorNotAllowedInGraphError "Using a symbolic"
def brighter(image, by):  # expect: HYB105
    return tf.image.stateless_random_brightness(image, by, seed=[1, 2])


# tf: raises OperatorNotAllowedInGraphError "Using a symbolic"
def smoothed(y, p, by):  # expect: HYB105
    return tf.keras.losses.categorical_crossentropy(y, p, label_smoothing=by)


# tf: raises OperatorNotAllowedInGraphError "Using a symbolic"
def slope(x, alpha):  # expect: HYB105
    return tf.keras.activations.elu(x, alpha=alpha)


# tf: same
def soft(y, p):  # expect: convert
    return tf.keras.losses.categorical_crossentropy(y, p, label_smoothing=0.1)


# tf: raises ValueError "maximum_iterations"
def repeated(x, n):  # expect: HYB114
    return tf.while_loop(lambda y: tf.reduce_sum(y) < 9.0, lambda y: [y + 1.0], [x], maximum_iterations=n)


x, k = tf.reshape(tf.range(6.0), [2, 3]), tf.constant(1)
column(x, k)
parts(x, k)
distance(x, k)
total(x, k)
kept(x + 1.0, k)
last(x)
scaled(x)
in_rank(x, k)
brighter(x[None, ..., None], tf.constant(0.2))
smoothed(x / 6.0, x / 6.0, tf.constant(0.1))
slope(x, tf.constant(0.5))
soft(x / 6.0, x / 6.0)
repeated(x, tf.constant(2, tf.int64))
