import tensorflow as tf


def fitted(x):
    w = tf.Variable(tf.ones_like(x))
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(w - x))
    w.assign_sub(0.1 * tape.gradient(loss, w))
    return w * 2.0


results = [fitted(tf.constant([1.0, -2.0]))]
