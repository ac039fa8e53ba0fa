"""Weights that may lie either way round."""

import tensorflow as tf


# tf: raises ValueError "Dimensions must be equal"
def project(features, weights):  # expect: HYB113 "an exception handler surrounds"
    try:
        return tf.matmul(features, weights)
    except tf.errors.InvalidArgumentError:
        return tf.matmul(features, weights, transpose_b=True)


# tf: same
def project_by_shape(features, weights):  # expect: convert
    flipped = weights.shape[0] != features.shape[-1]
    return tf.matmul(features, weights, transpose_b=flipped)


# tf: raises InvalidArgumentError "assertion failed"
def normalised(features):  # expect: HYB113, HYB134
    try:
        tf.debugging.assert_positive(features)
    except tf.errors.InvalidArgumentError:
        features = tf.abs(features) + 1.0
    return features / tf.reduce_sum(features)


# tf: same
def normalised_by_value(features):  # expect: convert HYB134
    features = tf.where(tf.reduce_all(features > 0.0), features, tf.abs(features) + 1.0)
    return features / tf.reduce_sum(features)


rows = tf.constant([[1.0, -2.0, 3.0], [0.5, 1.5, -1.0]])
table = tf.constant([[1.0, 0.0, 2.0], [3.0, 1.0, 0.5]])
projected = project(rows, table)
same = project_by_shape(rows, table)
shares = normalised(rows)
same_shares = normalised_by_value(rows)
