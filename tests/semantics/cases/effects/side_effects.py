"""Writes that outlive the call, in forms that are easy to overlook."""

import itertools
import logging
import sys

import numpy as np
import tensorflow as tf

LOG = [0]
BUFFER = np.zeros(2)
NUMBERS = itertools.count()
SETTINGS = {"calls": 0}


class Meter:
    calls = 0
    seen = []

    def by_class(self, x):  # fact: side_effects=true verdict=keep
        Meter.calls += 1
        return x * 2.0

    def by_type(self, x):  # fact: side_effects=true verdict=keep
        type(self).seen.append(1)
        return x * 2.0

    def by_setattr(self, x):  # fact: side_effects=true verdict=keep
        setattr(self, "last", 1)
        return x * 2.0

    def by_dict(self, x):  # fact: side_effects=true verdict=keep
        self.__dict__["last"] = 2
        return x * 2.0

    def by_class_list(self, x):  # fact: side_effects=true verdict=keep
        self.seen.append(1)
        return x * 2.0


def by_default(x, log=[]):  # fact: side_effects=true verdict=keep
    log.append(1)
    return x * 2.0


def by_element(x):  # fact: side_effects=true verdict=keep
    LOG[0] += 1
    return x * 2.0


def by_augmented(x):  # fact: side_effects=true verdict=keep
    global LOG
    LOG += [1]
    return x * 2.0


def by_globals(x):  # fact: side_effects=true verdict=keep
    globals()["NEW"] = 1
    return x * 2.0


def by_array(x):  # fact: side_effects=true verdict=keep
    BUFFER[0] += 1.0
    return x * 2.0


def by_iterator(x):  # fact: side_effects=true verdict=keep
    return x * float(next(NUMBERS))


def by_setdefault(x):  # fact: side_effects=true verdict=keep
    SETTINGS.setdefault("new", 1)
    return x * 2.0


def by_deletion(x, options):  # fact: side_effects=true verdict=keep
    options.pop("rate", None)
    return x * 2.0


def by_stream(x):  # fact: side_effects=true verdict=keep
    sys.stdout.write("called")
    return x * 2.0


def by_logger(x):  # fact: side_effects=true verdict=keep
    logging.getLogger("meter").debug("called")
    return x * 2.0


def by_function_attribute(x):  # fact: side_effects=true verdict=keep
    by_function_attribute.calls = 1
    return x * 2.0


def by_loop_variable(x, items):  # fact: side_effects=true verdict=keep
    for item in items:
        item.append(1)
    return x * 2.0


def by_unpacking(x, items):  # fact: side_effects=true verdict=keep
    first, *rest = items
    rest[0].append(1)
    return x * 2.0


value = tf.constant([1.0, 2.0])
meter = Meter()
for method in (meter.by_class, meter.by_type, meter.by_setattr, meter.by_dict, meter.by_class_list):
    method(value)
for function in (by_default, by_element, by_augmented, by_globals, by_array, by_iterator, by_setdefault, by_stream, by_logger):
    function(value)
by_function_attribute(value)
by_deletion(value, {"rate": 1})
by_loop_variable(value, [[], []])
by_unpacking(value, [[], []])
