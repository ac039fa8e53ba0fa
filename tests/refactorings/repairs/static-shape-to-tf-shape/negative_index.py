import tensorflow as tf


def spread(x):
    kept = tf.boolean_mask(x, [True, False, True], axis=1)
    rows = tf.boolean_mask(kept, kept[:, 0] > 0.0)
    return tf.fill([rows.shape[0], rows.shape[-1]], 2.0) + rows


results = [spread(tf.constant([[1.0, -1.0, 2.0], [-1.0, 1.0, 2.0]]))]
