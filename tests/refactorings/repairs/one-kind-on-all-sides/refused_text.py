import tensorflow as tf


def named(x):
    kind = "positive" if tf.reduce_sum(x) > 0.0 else "negative"
    return tf.strings.join([kind, tf.strings.as_string(tf.reduce_sum(x))])


X = tf.constant([1.0, -2.0, 3.0])
results = [named(X), named(-X)]
