import tensorflow as tf


def padded(x):
    kept = tf.boolean_mask(x, x > 0.0)
    zeros = tf.zeros((kept.shape[0], 2))
    places = tf.range(kept.shape[0])
    return zeros + tf.cast(places, tf.float32)[:, None] + kept[:, None]


results = [padded(tf.constant([1.0, -1.0, 2.0])), padded(tf.constant([1.0, 1.0, 2.0]))]
