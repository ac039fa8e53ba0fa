"""A `tf.function` that prints prints once per trace; `tf.print` prints at every call."""

import tensorflow as tf


# tf: differs
@tf.function
def step(x):  # expect: HYB101
    total = tf.reduce_sum(x)
    print("step", total)
    return total


# tf: differs
@tf.function
def named_step(x):  # expect: HYB101
    print("step")
    return tf.reduce_sum(x)


# tf: same
@tf.function(reduce_retracing=True)
def step_in_the_graph(x):  # expect: keep
    tf.print("step")
    return tf.reduce_sum(x)


# tf: same
@tf.function
def recorded(x, at):  # expect: keep
    loss = tf.reduce_sum(tf.square(tf.tanh(x)))
    tf.summary.write("loss", loss, step=at)
    return loss


for _ in range(3):
    recorded(tf.ones([3]), tf.constant(1, tf.int64))
    step(tf.ones([3]))
    named_step(tf.ones([3]))
    step_in_the_graph(tf.ones([3]))
