# Eager: second call multiplies by 5. The graph keeps RATE of the trace: the module reaches itself through sys.modules.
import sys

import tensorflow as tf

RATE = 1.0
me = sys.modules[__name__]


def by_rate(x):
    return x * RATE


x = tf.constant([1.0, 2.0])
print(by_rate(x))
me.RATE = 5.0
print(by_rate(x))
