import tensorflow as tf

STATE = tf.Variable([1.0, 2.0])


def trial(x):
    old = tf.Variable(STATE)
    STATE.assign(STATE * 0.5 + x)
    change = tf.norm(STATE - old)
    return tf.tanh(old) * change


results = [trial(tf.constant([1.0, -1.0])), trial(tf.constant([0.5, 0.25]))]
