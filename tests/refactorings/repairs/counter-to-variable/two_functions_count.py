import tensorflow as tf

calls = 0


def grow(x):
    global calls
    calls += 1
    return tf.tanh(x) * tf.exp(-tf.square(x)) + tf.sqrt(tf.abs(x))


def shrink(x):
    global calls
    calls -= 1
    return tf.sigmoid(x) * tf.exp(-tf.square(x)) - tf.sqrt(tf.abs(x))


x = tf.constant([3.0, 4.0])
for n in range(5):
    x = grow(x) if n % 2 else shrink(grow(x))
print(calls, x.numpy())
