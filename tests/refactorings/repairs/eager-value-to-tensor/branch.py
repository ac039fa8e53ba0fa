import tensorflow as tf


def clipped(x):
    size = tf.norm(x)
    if float(size) > 1.5:
        x = x / size
    elif size.numpy() < 0.25:
        x = x * 2.0
    if bool(tf.reduce_any(x > 0.75)):
        x = tf.minimum(x, 0.75)
    return tf.square(x) + x


results = [clipped(tf.constant(v)) for v in ([3.0, 4.0], [0.1, 0.1], [0.5, 0.5], [0.9, 1.0])]
