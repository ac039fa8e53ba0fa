import tensorflow as tf


def powers(x, n):
    found = []
    for k in tf.range(n):
        found.append(x ** tf.cast(k, tf.float32))
    return tf.stack(found)


results = [powers(tf.constant(2.0), tf.constant(3)), powers(tf.constant(3.0), tf.constant(4))]
