import tensorflow as tf


import functools


@functools.lru_cache(
    maxsize=None,  # all
)

# between
@tf.autograph.experimental.do_not_convert
def f(x):
    return x * 2
