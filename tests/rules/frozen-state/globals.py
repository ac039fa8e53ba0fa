"""A global that changes is frozen at its first value; a constant one may be read."""

import tensorflow as tf

SCALE = 2.0
rate = 1.0
mode = {"training": True}
weights = tf.Variable([1.0, 2.0])
LAYERS = [2.0, 3.0]


# tf: same
def scaled(x):  # expect: convert
    return x * SCALE


# tf: differs
def rated(x):  # expect: HYB104
    return x * rate


# tf: differs
def by_mode(x):  # expect: HYB104
    if mode["training"]:
        return x * 0.5
    return x


# tf: same
def weighted(x):  # expect: convert
    return x * weights


# tf: same
def stacked(x):  # expect: convert
    for layer in LAYERS:
        x = x * layer
    return x


for step in range(3):
    value = tf.constant([1.0, 2.0])
    scaled(value)
    rated(value)
    by_mode(value)
    weighted(value)
    stacked(value)
    rate = rate * 0.5
    mode["training"] = False
    weights.assign(weights * 2.0)
