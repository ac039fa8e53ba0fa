"""A list that the call makes may grow; one that outlives it may not."""

import tensorflow as tf

history = []
by_name = {}


# tf: same
def collects(x):  # expect: convert
    parts = []
    for scale in (1.0, 2.0, 3.0):
        parts.append(x * scale)
    return tf.concat(parts, axis=0)


# tf: differs
def remembers(x):  # expect: HYB102
    y = x * 2.0
    history.append(y)
    return y


# tf: differs
def stores(x):  # expect: HYB102
    by_name["last"] = x * 2.0
    return x + 1.0


# tf: raises ValueError "fills(x, out) should not modify its Python input arguments. "
def fills(x, out):  # expect: HYB102
    out.append(x * 2.0)
    return x


# tf: same
def local_dict(x):  # expect: convert
    parts = {}
    parts["double"] = x * 2.0
    parts.update(half=x / 2.0)
    return parts["double"] + parts["half"]


# tf: raises ValueError "pops(x, queue) should not modify its Python input arguments."
def pops(x, queue):  # expect: HYB102
    return x * queue.pop()


def double_all(values):
    values.append(values[0] * 2.0)


# tf: same
def grows_by_helper(x):  # expect: convert
    values = [x]
    double_all(values)
    return tf.add_n(values)


# tf: raises ValueError "remembers_by_default(x, seen=[]) should not modify its Pytho"
def remembers_by_default(x, seen=[]):  # expect: HYB102
    seen.append(1)
    return x + 1.0


def use_queue():
    queue = [3.0, 2.0, 1.0, 5.0]
    return [pops(tf.constant([1.0, 2.0]), queue) for _ in range(2)]


results = []
for step in range(2):
    value = tf.constant([1.0, 2.0]) * float(step)
    collects(value)
    remembers(value)
    stores(value)
    fills(value, results)
    local_dict(value)
    grows_by_helper(value)
    remembers_by_default(value)
use_queue()
