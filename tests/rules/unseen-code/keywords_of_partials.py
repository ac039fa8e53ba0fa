"""The keywords of a partial function are a dict, which whoever has it may change."""

import functools

import tensorflow as tf

scaled = functools.partial(lambda x, factor: x * factor, factor=1.0)


# tf: differs
def by_partial(x):  # expect: undetermined HYB121
    return scaled(x)


point = tf.ones([2])
results = []
for _ in range(2):
    results.append(by_partial(point))
    scaled.keywords["factor"] += 1.0
