# unsafe
import sys

import tensorflow as tf


def step(x):
    print("loss", file=sys.stderr)
    print(*[1, 2])
    return tf.reduce_mean(x)


results = [step(tf.constant([1.0, 2.0]))]
