import tensorflow as tf


def kept(x):
    long = tf.boolean_mask(x, x > -5.0)
    return tf.stack([tf.square(value) for value in long if value > 0.0])


results = [kept(tf.constant([1.0, -2.0, 3.0]))]
