# Eager: x, then 2 x. 1 and 1+0j share the trace.
import tensorflow as tf


def by_kind(x, k):
    return x * 2.0 if isinstance(k, complex) else x


x = tf.constant([1.0, 2.0])
print(by_kind(x, 1), by_kind(x, 1 + 0j))
