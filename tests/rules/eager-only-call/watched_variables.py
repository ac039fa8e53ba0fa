"""What a tape has watched is variables, whose names are the same in a graph."""

import tensorflow as tf

w = tf.Variable([1.0, 2.0], name="kernel")
b = tf.Variable(0.5, name="bias")
x = tf.constant([3.0, 4.0])


# tf: same
def step(x):  # expect: convert
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(w * x) + b
    kernels = [v for v in tape.watched_variables() if "kernel" in v.name]
    return tf.add_n([tf.reduce_sum(g) for g in tape.gradient(y, kernels)])


# tf: same
def penalty(variables):  # expect: convert
    return tf.add_n([tf.nn.l2_loss(v) for v in variables if "kernel" in v.name])


with tf.GradientTape() as tape:
    total = tf.reduce_sum(w * x) + b
RESULTS = [step(x), penalty(tape.watched_variables())]
