"""Specifications of tensors, from callers that are seen and from callers that are not."""

import importlib

import tensorflow as tf


# tf: raises ValueError "unsupported type"
def scaled_to(x, spec):  # expect: HYB120
    return x * tf.cast(spec.shape[0], tf.float32)


# tf: raises ValueError "unsupported type"
def scaled_to_unseen(x, spec):  # expect: undetermined HYB120
    return x * tf.cast(spec.shape[0], tf.float32)


# tf: raises ValueError "unsupported type"
def squashed(x, limits):  # expect: undetermined HYB120
    """Keeps `x` small.

    Args:
        x: A `Tensor`.
        limits: A `TensorSpec` that says how long it is.
    """
    return tf.tanh(x) * tf.cast(limits.shape[0], tf.float32)


# tf: same
def by_length(x, limits):  # expect: convert unsafe
    return tf.tanh(x) * tf.cast(limits, tf.float32)


value = tf.constant([1.0, 2.0])
unseen = importlib.import_module(".".join(["tensorflow"])).TensorSpec([2], tf.float32)
scaled_to(value, tf.TensorSpec([2], tf.float32))
scaled_to_unseen(value, unseen)
squashed(value, unseen)
by_length(value, unseen.shape[0])
