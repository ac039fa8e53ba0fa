"""What a function makes may change; what outlives the call may not."""

import tensorflow as tf

LOG = []
CACHE = {}


class History:
    def __init__(self):  # fact: called=true
        self.items = []

    def add(self, x):  # fact: side_effects=true called=true
        self.items.append(x)

    def total(self):  # fact: tensor_parameter=false
        return tf.add_n(self.items)


def local_list(x):  # fact: side_effects=false verdict=convert safe=true
    parts = []
    for factor in (1.0, 2.0):
        parts.append(x * factor)
    return tf.stack(parts)


def local_dict(x):  # fact: side_effects=false verdict=convert
    found = {}
    found["x"] = x * 2.0
    found.update(y=x)
    return found


def local_object(x):  # fact: side_effects=false verdict=convert
    history = History()
    history.add(x)
    history.add(x * 2.0)
    return history.total()


def alias_of_global(x):  # fact: side_effects=true verdict=keep
    log = LOG
    log.append(1)
    return x * 2.0


def cached(x, key):  # fact: side_effects=true
    CACHE[key] = x
    return x * 2.0


def argument_list(x, out):  # fact: side_effects=true verdict=keep out:object
    out.append(1)
    return x * 2.0


def helper(out, x):  # fact: side_effects=true
    out.append(x)


def through_helper(x):  # fact: side_effects=false verdict=convert
    parts = []
    helper(parts, x)
    helper(parts, x * 2.0)
    return tf.add_n(parts)


def stored_then_grown(x, history):  # fact: side_effects=true verdict=keep
    parts = [x]
    history.items = parts
    parts.append(x * 2.0)
    return tf.add_n(parts)


def copied(x, names):  # fact: side_effects=false
    mine = list(names)
    mine.append("z")
    return x * float(len(mine))


value = tf.constant([1.0, 2.0])
history = History()
local_list(value)
local_dict(value)
local_object(value)
alias_of_global(value)
cached(value, "a")
argument_list(value, [])
through_helper(value)
stored_then_grown(value, history)
copied(value, ["x", "y"])
