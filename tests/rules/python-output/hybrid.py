"""A `tf.function` that prints prints once per trace; `tf.print` prints at every call."""

import tensorflow as tf


# tf: differs
@tf.function
def step(x):  # expect: HYB101
    print("step")
    return tf.reduce_sum(x)


# tf: same
@tf.function(reduce_retracing=True)
def step_in_the_graph(x):  # expect: keep
    tf.print("step")
    return tf.reduce_sum(x)


for _ in range(3):
    step(tf.ones([3]))
    step_in_the_graph(tf.ones([3]))
