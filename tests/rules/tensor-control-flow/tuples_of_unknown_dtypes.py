"""Early returns of tuples: where the dtype of a part is not known, that it is the same on both sides is an assumption."""

import json

import tensorflow as tf

NAMES = json.loads('{"values": "float32", "counts": "int32"}')


# tf: same
def peaks(x):  # expect: convert unsafe
    points, values = tf.sort(x), tf.cast(x, NAMES["values"])
    if tf.reduce_all(tf.equal(x, 0.0)):
        return points, values
    return points * 2.0, values + 1.0


# tf: same
def in_a_branch(x):  # expect: convert unsafe
    pair = tf.sort(x), tf.cast(x, NAMES["values"])
    if tf.reduce_any(tf.equal(x, 1.0)):
        pair = pair[0] * 2.0, tf.cast(x, NAMES["values"]) * 2.0
    return pair


# tf: raises TypeError "TypeError: "
def of_two_dtypes(x):  # expect: HYB109
    points, values = tf.sort(x), tf.cast(x, "float32")
    if tf.reduce_all(tf.equal(x, 0.0)):
        return points, values
    return points * 2.0, tf.cast(values, "int32")


# tf: raises TypeError "(., ., .)"
def of_two_lengths(x):  # expect: HYB109
    points, values = tf.sort(x), tf.cast(x, NAMES["values"])
    if tf.reduce_all(tf.equal(x, 0.0)):
        return points, values
    return points, values, x


for _ in range(3):
    for x in (tf.zeros([3]), tf.ones([3])):
        peaks(x)
        in_a_branch(x)
        of_two_dtypes(x)
        of_two_lengths(x)
