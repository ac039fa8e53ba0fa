"""A dict or a tensor, as an option says: where an entry is set by a text, it is the dict."""

import json

import tensorflow as tf

OPTIONS = json.loads('{"parts": true}')


def losses(x):
    if OPTIONS["parts"]:
        return {"square": tf.reduce_sum(x * x), "sum": tf.reduce_sum(x)}
    return tf.reduce_sum(x)


# tf: same
def total(x):  # expect: convert unsafe
    loss = losses(x)
    loss["total"] = loss["square"] + loss["sum"]
    return loss["total"]


# tf: raises TypeError "TypeError: 'SymbolicTensor' object does not support item ass"
def first_is_zero(x, rows):  # expect: HYB102
    rows[0] = 0.0
    return tf.reduce_sum(x * rows)


import numpy as np

given = np.ones([3], "float32")
for _ in range(3):
    total(tf.ones([3]))
    first_is_zero(tf.ones([3]), given)
