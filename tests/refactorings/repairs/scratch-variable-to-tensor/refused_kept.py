import tensorflow as tf

KEPT = []


def kept(x):
    w = tf.Variable(tf.square(x))
    KEPT.append(w)
    return w * tf.tanh(x)


results = [kept(tf.constant([1.0, -2.0]))]
