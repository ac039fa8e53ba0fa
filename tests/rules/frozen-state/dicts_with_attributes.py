"""Dicts whose entries are their attributes, and attributes that special methods set, called by name."""

import tensorflow as tf


class Slots(dict):
    __getattr__ = dict.get
    __setattr__ = dict.__setitem__
    __delattr__ = dict.__delitem__


class Own(dict):
    def __init__(self, **entries):
        super().__init__(**entries)
        self.__dict__ = self


class Written(dict):
    def __getattr__(self, name):
        return self.get(name)

    def __setattr__(self, name, value):
        dict.__setitem__(self, name, value)


class Prepared(Written):
    def __setattr__(self, name, value):
        dict.__setitem__(self, name, value)


class Plain:
    width = 1.0

    def __init__(self):
        self.width = 2.0


by_slot, slot_kept, slot_deleted = Slots(width=2.0), Slots(width=2.0), Slots(width=2.0)
by_entry, by_attribute, own_kept = Own(width=2.0), Own(width=2.0), Own(width=2.0)
by_update, written = Own(width=2.0), Written(width=2.0)
by_method, by_base, deleted, plain_kept = Plain(), Plain(), Plain(), Plain()
slot_kept.width = 5.0
slot_kept.depth = 2.0
own_kept["width"] = 5.0
own_kept.depth = 2.0
plain_kept.__setattr__("width", 5.0)
prepared = Prepared(width=2.0)
prepared.width = 3.0


# tf: differs
def of_slot(x):  # expect: HYB104
    return x * by_slot.width


# tf: same
def of_slot_kept(x):  # expect: convert
    return x * slot_kept.width + slot_kept["depth"]


# tf: differs
def of_slot_entry(x):  # expect: HYB104
    return x * slot_deleted.get("width", 1.0)


# tf: differs
def of_entry(x):  # expect: HYB104
    return x * by_entry.width


# tf: differs
def of_attribute(x):  # expect: HYB104
    return x * by_attribute["width"]


# tf: differs
def of_update(x):  # expect: HYB104
    return x * by_update.width


# tf: same
def of_own_kept(x):  # expect: convert unsafe
    return x * own_kept.width + own_kept["depth"]


# tf: differs
def of_written(x):  # expect: HYB104
    return x * written.width


# tf: same
def of_written_before(x):  # expect: convert unsafe
    return x * prepared.width


# tf: differs
def of_method(x):  # expect: HYB104
    return x * by_method.width


# tf: differs
def of_base(x):  # expect: HYB104
    return x * by_base.width


# tf: differs
def of_deleted(x):  # expect: HYB104
    return x * deleted.width


# tf: same
def of_plain_kept(x):  # expect: convert
    return x * plain_kept.width


def everything(x):
    first = [of_slot(x), of_slot_kept(x), of_slot_entry(x), of_entry(x), of_attribute(x), of_update(x)]
    second = [of_own_kept(x), of_written(x), of_method(x), of_base(x), of_deleted(x), of_plain_kept(x)]
    return [*first, *second, of_written_before(x)]


before = everything(tf.constant([1.0, 2.0]))
by_slot.width = 3.0
del slot_deleted.width
by_entry["width"] = 3.0
by_attribute.width = 3.0
by_update.update(width=3.0)
written.width = 3.0
by_method.__setattr__("width", 3.0)
object.__setattr__(by_base, "width", 3.0)
deleted.__delattr__("width")
after = everything(tf.constant([1.0, 2.0]))
