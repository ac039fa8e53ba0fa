"""Classes that answer for themselves: by their metaclass, or because others are registered at them."""

import abc
import builtins
import collections.abc
import functools

import tensorflow as tf


class Meta(type):
    kinds = ()
    number = 0.0

    def __getattr__(cls, name):
        Meta.number += 1.0
        return Meta.number

    def __getitem__(cls, name):
        return cls.table[name]

    def __instancecheck__(cls, instance):
        return type(instance) in Meta.kinds


class Table(metaclass=Meta):
    table = {"a": 1.0}


class Plain(metaclass=Meta):
    rate = 2.0


class Part:
    pass


class Kind(abc.ABC):
    pass


class Settled(abc.ABC):
    pass


Settled.register(Part)
part = Part()


@functools.lru_cache
def rates(count):
    return [1.0] * count


# tf: differs
def by_missing_attribute(x):  # expect: HYB102, HYB104
    return x * Table.rate


# tf: differs
def by_item(x):  # expect: HYB104
    return x * Table["a"]


# tf: differs
def by_instance(x):  # expect: HYB104
    return x * (2.0 if isinstance(part, Table) else 1.0)


# tf: differs
def by_registered(x):  # expect: HYB104
    return x * (2.0 if isinstance(part, Kind) else 1.0)


# tf: differs
def by_registered_sequence(x):  # expect: HYB104
    return x * (2.0 if isinstance(part, collections.abc.Sequence) else 1.0)


# tf: differs
def by_builtin(x):  # expect: HYB104
    return x * RATE


# tf: differs
def by_cached_list(x):  # expect: HYB104
    return x * sum(rates(2))


# tf: same
def by_attribute(x):  # expect: convert
    return x * Plain.rate


# tf: same
def by_settled(x):  # expect: convert
    return x * (2.0 if isinstance(part, Settled) else 1.0)


builtins.RATE = 1.0
ones = tf.ones([2])
for step in range(2):
    by_missing_attribute(ones)
    by_item(ones)
    by_instance(ones)
    by_registered(ones)
    by_registered_sequence(ones)
    by_builtin(ones)
    by_cached_list(ones)
    by_attribute(ones)
    by_settled(ones)
    Table.table["a"] = 2.0
    Meta.kinds = (Part,)
    Kind.register(Part)
    collections.abc.Sequence.register(Part)
    builtins.RATE = 2.0
    rates(2).append(1.0)
