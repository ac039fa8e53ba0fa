"""A view of a dict, which a graph does not return."""

import types

import tensorflow as tf


# tf: raises TypeError "mappingproxy"
def shown(x):  # expect: HYB112
    return types.MappingProxyType({"x": x * 2.0})


# tf: raises TypeError "mappingproxy"
def shown_in_a_pair(x):  # expect: HYB112
    return types.MappingProxyType({"x": x * 2.0}), x


# tf: same
def looked_up(x):  # expect: convert
    return types.MappingProxyType({"x": x * 2.0})["x"]


results = [f(tf.ones(2)) for f in (shown, shown_in_a_pair, looked_up)]
