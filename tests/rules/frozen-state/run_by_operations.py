"""What a Python function reads that an operation runs: it runs whenever the operation does."""

import tensorflow as tf

SCALE = {"value": 1.0}


# tf: differs
def scaled(x):  # expect: HYB104
    return x * SCALE["value"]


# tf: same
def as_operation(x):  # expect: convert HYB131
    return tf.py_function(scaled, [x], tf.float32)


results = []
for scale in (1.0, 2.0):
    SCALE["value"] = scale
    results.append(as_operation(tf.ones([2])).numpy())
