import tensorflow as tf


def doubled(x):
    rows = []
    for row in x:
        rows.append(row * 2.0)  # one by one
    return tf.stack(rows)


X = tf.constant([[1.0, 2.0], [3.0, 4.0]])
results = [doubled(X), doubled(X + 1.0)]
