"""Objects that hold functions are copied: a plain function stays what it is, a `tf.function` is another one."""

import copy
import dataclasses
import functools

import tensorflow as tf


# tf: raises TypeError "cannot pickle '_thread.RLock' object"
def act(x):  # expect: HYB119
    return tf.nn.relu(x) + 1.0


# tf: raises TypeError "cannot pickle '_thread.RLock' object"
def in_a_dict(x):  # expect: HYB119
    return x * 3.0


# tf: raises TypeError "cannot pickle '_thread.RLock' object"
def in_a_record(x):  # expect: HYB119
    return x * 4.0


# tf: raises TypeError "cannot pickle '_thread.RLock' object"
def in_part(x, factor):  # expect: HYB119
    return x * factor


# tf: same
def held(x):  # expect: convert
    return x * 5.0


# tf: same
def copied_by_hand(x):  # expect: convert
    return x * 6.0


class Block:
    def __init__(self, f):
        self.f = f


class Scaled:
    def __init__(self, factor):
        self.factor = factor
        self.run = self.scale

    # tf: raises TypeError "cannot pickle '_thread.RLock' object"
    def scale(self, x):  # expect: HYB119
        return x * self.factor

    # tf: same
    def shift(self, x):  # expect: convert
        return x + self.factor


@dataclasses.dataclass
class Options:
    function: object
    size: int = 1


one = tf.constant(1.0)
results = []
block, table = Block(act), {"f": [in_a_dict]}
again, tables = copy.deepcopy(block), copy.deepcopy(table)
results += [again.f is act, again.f(one), tables["f"][0] is in_a_dict, tables["f"][0](one)]
fields = dataclasses.asdict(Options(in_a_record))
results += [fields["function"] is in_a_record, fields["function"](one), in_a_record(one)]
partial = Block(functools.partial(in_part, factor=2.0))
results += [copy.deepcopy(partial).f.func is in_part, partial.f(one)]
scaled = Scaled(2.0)
other = copy.deepcopy(scaled)
other.factor = 3.0
results += [scaled.run(one), other.run(one), scaled.shift(one)]
holding, shallow = Block(held), copy.copy(Block(copied_by_hand))
results += [holding.f is held, holding.f(one), shallow.f is copied_by_hand, shallow.f(one)]
