"""Lists, tuples and dicts are keys by their structure."""

import collections

import tensorflow as tf


# tf: traces 2
def lengths(parts):  # fact: traces=2
    return tf.add_n(list(parts))


# tf: traces 2
def list_or_tuple(parts):  # fact: traces=2
    return parts[0] * 2.0


# tf: traces 1
def order_of_keys(batch):  # fact: traces=1
    return batch["x"] + batch["y"]


# tf: traces 2
def other_keys(batch):  # fact: traces=2
    return batch["x"] * 2.0


# tf: traces 2
def values_inside(config, x):  # fact: traces=2
    return x * config["rate"]


# tf: traces 2
def nested(tree):  # fact: traces=2
    return tree[0] * 2.0


# tf: traces 3
def star(*args):  # fact: traces=3
    return args[0] * 2.0


# tf: traces 2
def double_star(**named):  # fact: traces=2
    return named["x"] * 2.0


Pair = collections.namedtuple("Pair", "left right")


# tf: traces 2
def named(pair):  # fact: traces=null
    return pair[0] + pair[1]


x = tf.constant([1.0, 2.0])
lengths([x, x])
lengths([x, x, x])
list_or_tuple([x])
list_or_tuple((x,))
order_of_keys({"x": x, "y": x})
order_of_keys({"y": x, "x": x})
other_keys({"x": x})
other_keys({"x": x, "y": x})
values_inside({"rate": 0.1}, x)
values_inside({"rate": 0.2}, x)
nested((x, (x, 1)))
nested((x, (x, 2)))
star(x)
star(x, 1.0)
star(x, 2.0)
double_star(x=x)
double_star(x=x, y=1.0)
named(Pair(x, x))
named((x, x))
