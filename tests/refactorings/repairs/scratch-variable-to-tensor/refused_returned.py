import tensorflow as tf


def fresh(x):
    w = tf.Variable(tf.square(x))
    w.assign_add(tf.tanh(x))
    return w


results = [fresh(tf.constant([1.0, -2.0]))]
