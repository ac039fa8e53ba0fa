import tensorflow as tf


def shifted(x):
    centre = tf.reduce_mean(x, axis=0).numpy()
    rest = tf.constant((x - centre).numpy() * 2.0)
    return tf.reduce_sum(tf.square(rest).numpy()) + tf.reduce_sum(tf.tanh(rest))


results = [shifted(tf.constant([[1.0, -2.0], [0.5, 3.0]])), shifted(tf.constant([[0.1, 0.2]]))]
