"""`maps` of a `ChainMap`: a list through which a dict is put in front of the others."""

import collections

import tensorflow as tf

LAYERED = collections.ChainMap({}, {"scale": 2.0})
SETTLED = collections.ChainMap({}, {"scale": 2.0})


# tf: differs
def scaled(x):  # expect: HYB104
    return x * LAYERED["scale"]


# tf: same
def scaled_as_ever(x):  # expect: convert
    return x * SETTLED["scale"]


x = tf.constant([1.0, 2.0])
first, second = scaled(x), scaled_as_ever(x)
LAYERED.maps.insert(0, {"scale": 6.0})
third, fourth = scaled(x), scaled_as_ever(x)
