import tensorflow as tf

traces = 0


def step(x):
    global traces
    traces += 1
    return tf.tanh(x) * tf.exp(-tf.square(x)) + tf.sqrt(tf.abs(x))


@tf.function
def steps(x):
    return step(step(x))


x = tf.constant([3.0, 4.0])
print(steps(x).numpy(), steps(x).numpy(), step(x).numpy(), traces)
