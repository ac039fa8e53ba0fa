import tensorflow as tf


def columns(x):
    parts = []
    for row in x:
        parts.append(row + 1.0)
    return tf.stack(parts, axis=1)


results = [columns(tf.constant([[1.0, -2.0], [3.0, 4.0]]))]
