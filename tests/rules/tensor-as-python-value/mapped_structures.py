"""`tf.nest.map_structure` gives a structure of the same kind: its dicts are dicts, its named tuples have their fields."""

import collections

import tensorflow as tf

Pair = collections.namedtuple("Pair", "first second")


# tf: same
def nested_dicts(x):  # expect: convert
    found = tf.nest.map_structure(lambda t: t + 1, {"a": x, "b": {"c": tf.cast(x, tf.int32)}})
    return found["a"] * 2.0, found["b"]["c"] // 2


# tf: same
def named_tuples(x):  # expect: convert
    pair = tf.nest.map_structure(tf.square, Pair(x, -x))
    return pair.first - pair.second


# tf: same
def several(x, y):  # expect: convert
    found = tf.nest.map_structure(lambda s, t: s + t, [x, (y, y)], [x, (y, y)])
    return found[0] * 2.0, found[1][0]


# tf: same
def first_of_a_dict(x):  # expect: convert
    losses = {}
    for i in range(3):
        losses[i] = x * float(i)
    losses = tf.nest.map_structure(tf.transpose, losses)
    total = tf.zeros_like(next(iter(losses.values())))
    for loss in losses.values():
        total += loss
    return total


# tf: same
def again_and_again(x):  # expect: convert
    state = (x, {"h": x})
    for _ in range(3):
        state = tf.nest.map_structure(lambda t: t * 2.0, state)
    return state[1]["h"]


# tf: raises AttributeError "AttributeError: 'SymbolicTensor' object has no attribute 'nu"
def numpy_of_leaves(x):  # expect: HYB106
    return tf.nest.map_structure(lambda t: t.numpy(), {"a": x})["a"] * x


x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
results = [f(x) for f in (nested_dicts, named_tuples, first_of_a_dict, again_and_again, numpy_of_leaves)]
results.append(several(x, tf.ones([3])))
