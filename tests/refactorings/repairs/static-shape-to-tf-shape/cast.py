import tensorflow as tf


def mean(x):
    kept = tf.boolean_mask(x, x > 0.0)
    return tf.reduce_sum(kept) / tf.cast(kept.shape[0], tf.float32)


results = [mean(tf.constant([1.0, -1.0, 2.0])), mean(tf.constant([1.0, 1.0, 2.0]))]
