import tensorflow as tf

calls = 0


def step(x):
    global calls
    calls += 1
    return tf.tanh(x) * tf.exp(-tf.square(x)) + tf.sqrt(tf.abs(x))


print(step(tf.constant([3.0, 4.0])).numpy(), step(tf.constant([1.0, 2.0])).numpy(), f"{calls} calls")
