"""Quotients that a program hands to another function, which rounds them; both stand beside each other in the caller."""

import tensorflow as tf


# tf: differs
def normalised(image):  # expect: convert unsafe
    return (tf.cast(image, tf.float32) / 255.0 - 0.485) / 0.229


# tf: same
def restored(image):  # expect: convert
    return tf.cast((image * 0.229 + 0.485) * 255.0, tf.uint8)


# tf: same
def shares(x):  # expect: convert unsafe
    return x / 0.1


# tf: same
def counted(part):  # expect: convert
    return rounded_down(part + 0.5) + 1


# tf: same
def rounded_down(number):  # expect: convert
    return tf.cast(number, tf.int32)


# tf: same
def smoothed(x):  # expect: convert
    return x / 0.3


# tf: same
def seen(x):  # expect: convert
    return tf.exp(-x)


image = tf.range(256)
steps = tf.constant([k * 0.1 for k in range(60)])
results = [restored(normalised(image)), seen(smoothed(steps))]
parts = shares(steps)
results.append(counted(parts))
