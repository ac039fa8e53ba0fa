"""A module that reaches itself by its name, and sets its variables there."""

import sys

import tensorflow as tf

A = B = C = D = E = F = G = 1.0
KEPT = 2.0
me = sys.modules[__name__]


def set_by_item():
    sys.modules[__name__].B = 2.0


def set_by_function():
    setattr(sys.modules[__name__], "C", 2.0)


def set_by_dict():
    sys.modules[__name__].__dict__["D"] = 2.0


def set_by_vars():
    vars(sys.modules[__name__])["E"] = 2.0


def set_by_lookup():
    sys.modules.get(__name__).F = 2.0


def set_by_module_of(function):
    sys.modules[function.__module__].G = 2.0


# tf: differs
def by_name(x):  # expect: HYB104
    return x * A


# tf: differs
def by_item(x):  # expect: HYB104
    return x * B


# tf: differs
def by_function(x):  # expect: HYB104
    return x * C


# tf: differs
def by_dict(x):  # expect: HYB104
    return x * D


# tf: differs
def by_vars(x):  # expect: HYB104
    return x * E


# tf: differs
def by_lookup(x):  # expect: HYB104
    return x * F


# tf: differs
def by_module_of(x):  # expect: HYB104
    return x * G


# tf: same
def by_kept(x):  # expect: convert
    return x * KEPT


a = tf.constant([1.0, 2.0])
RESULTS = []
for _ in range(2):
    RESULTS += [f(a) for f in (by_name, by_item, by_function, by_dict, by_vars, by_lookup, by_module_of, by_kept)]
    me.A = 5.0
    set_by_item()
    set_by_function()
    set_by_dict()
    set_by_vars()
    set_by_lookup()
    set_by_module_of(set_by_item)
