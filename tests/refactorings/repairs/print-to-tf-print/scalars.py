# unsafe
# differs: output
import tensorflow as tf


def step(x):
    y = tf.reduce_sum(x * x)
    print("sum of squares", y)
    return y + 1.0


results = [step(tf.constant([1.0, 2.0])) for _ in range(2)]
