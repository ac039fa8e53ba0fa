import tensorflow as tf


def column(x):
    kept = tf.boolean_mask(x, x > 0.0)
    return tf.reshape(kept, [len(kept), 1]) * 2.0


results = [column(tf.constant([1.0, -1.0, 2.0]))]
