"""A program that runs its `tf.function`s as plain Python: what a trace would do to them does not happen."""

import tensorflow as tf

tf.config.run_functions_eagerly(True)


# tf: same as written
@tf.function
def value(x):  # expect: HYB106
    return tf.constant(float(tf.reduce_sum(x).numpy()))


# tf: same as written
@tf.function
def loud(x):  # expect: HYB101
    print("called")
    return tf.reduce_sum(tf.tanh(x))


for _ in range(3):
    value(tf.ones([3]))
    loud(tf.ones([3]))
