# unsafe
import sys

import tensorflow as tf


def step(x):
    print("step")
    return tf.reduce_sum(x * x)


results = [step(tf.constant([1.0, 2.0])) for _ in range(2)]
print("end", file=sys.stdout)
