"""What is written to a copy is no change of the original; a deep copy of a tensor exists outside of graphs only."""

import copy

import numpy as np
import tensorflow as tf


class Config:
    def __init__(self):
        self.rate = 0.5
        self.names = ["a"]


class Owned:
    def __init__(self):
        self.names = ["a"]

    def __deepcopy__(self, memo):
        return self


CONFIG = {"rate": 0.5, "nested": {"names": ["a"]}}
OPTIONS, OWNED, TABLE = Config(), Owned(), np.ones([2], np.float32)


def deep(x):  # fact: side_effects=false verdict=keep
    mine = copy.deepcopy(CONFIG)
    mine["rate"] = 1.0
    mine["nested"]["names"].append("b")
    return x * mine["rate"]


def of_argument(x, options):  # fact: side_effects=false
    mine = copy.deepcopy(options)
    mine["rate"] = 1.0
    return x * mine["rate"]


def shallow_at_top(x):  # fact: side_effects=false
    mine = copy.copy(CONFIG)
    mine["rate"] = 1.0
    return x * mine["rate"]


def shallow_below(x):  # fact: side_effects=true
    mine = copy.copy(CONFIG)
    mine["nested"]["names"].append("c")
    return x * 2.0


def by_method(x):  # fact: side_effects=false
    mine = CONFIG.copy()
    mine["rate"] = 1.0
    return x * mine["rate"]


def of_object(x):  # fact: side_effects=false
    mine = copy.deepcopy(OPTIONS)
    mine.rate = 1.0
    mine.names.append("b")
    return x * mine.rate


def shallow_of_object(x):  # fact: side_effects=true
    mine = copy.copy(OPTIONS)
    mine.rate = 1.0
    mine.names.append("b")
    return x * mine.rate


def with_its_own_way(x):  # fact: side_effects=true
    mine = copy.deepcopy(OWNED)
    mine.names.append("b")
    return x * 2.0


def of_array(x):  # fact: side_effects=false
    mine = copy.copy(TABLE)
    mine[0] = 2.0
    return x * mine


def again_and_again(x):  # fact: side_effects=false
    mine = CONFIG
    for _ in range(3):
        mine = copy.deepcopy(mine)
        mine["rate"] = 1.0
    return x * 2.0


def shared_within(x):  # fact: side_effects=false
    inner = ["a"]
    first, second = copy.deepcopy((inner, inner))
    first.append("b")
    return x * float(len(second))


def of_tensor(x):  # fact: eager_only_calls=true verdict=keep
    return copy.deepcopy([x, 1.0])[0] * 2.0


def shallow_of_tensors(x):  # fact: side_effects=false verdict=convert
    return copy.copy([x, 1.0])[0] * 2.0


x = tf.constant([1.0, 2.0])
for function in (deep, shallow_at_top, shallow_below, by_method, of_object, shallow_of_object, with_its_own_way):
    function(x)
for function in (of_array, again_and_again, shared_within, of_tensor, shallow_of_tensors):
    function(x)
of_argument(x, {"rate": 0.5})
