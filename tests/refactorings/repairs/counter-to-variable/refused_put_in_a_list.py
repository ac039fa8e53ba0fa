import tensorflow as tf

calls = 0
history = []


def step(x):
    global calls
    calls += 1
    history.append(calls)
    return tf.tanh(x) * 2.0


print(step(tf.constant([3.0, 4.0])).numpy(), step(tf.constant([1.0, 2.0])).numpy(), history)
