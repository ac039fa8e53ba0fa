"""What `unittest.mock.patch` sets for a time, which a graph that is there already does not see."""

import contextlib
import unittest.mock
from unittest import mock
from unittest.mock import patch

import tensorflow as tf

RATE = 1.0
TOP = 1.0
KEPT = 1.0
TABLE = {"gain": 1.0, "other": 1.0}
WHOLE = {"gain": 1.0}


class Options:
    shared = 1.0

    def __init__(self):
        self.gain = 1.0
        self.other = 1.0
        self.started = 1.0
        self.decorated = 1.0
        self.stacked = 1.0
        self.made_before = 1.0
        self.first = 1.0

    # tf: differs
    def by_class(self, x):  # expect: HYB104
        return x * self.shared

    def factor(self):
        return 1.0


options = Options()
untouched = Options()


def doubled(x):
    return x * 2.0


# tf: differs
def by_attribute(x):  # expect: HYB104
    return x * options.gain


# tf: differs
def by_start(x):  # expect: HYB104
    return x * options.started


# tf: differs
def by_decorator(x):  # expect: HYB104
    return x * options.decorated


# tf: differs
def by_stack(x):  # expect: HYB104
    return x * options.stacked


# tf: differs
def by_an_earlier_patch(x):  # expect: HYB104
    return x * options.made_before


# tf: differs
def called_first_under_the_patch(x):  # expect: HYB104
    return x * options.first


# tf: differs
def by_entry(x):  # expect: HYB104
    return x * TABLE["gain"]


# tf: differs
def by_name(x):  # expect: HYB104
    return x * RATE


# tf: differs
def by_several(x):  # expect: HYB104
    return x * TOP


# tf: differs
def by_function(x):  # expect: HYB104
    return doubled(x)


# tf: differs
def by_method(x):  # expect: HYB104
    return x * untouched.factor()


# tf: differs
def by_library(x):  # expect: HYB104
    return tf.nn.relu(x)


# tf: same
def other_attribute(x):  # expect: convert
    return tf.reduce_sum(x * options.other)


# tf: same
def other_object(x):  # expect: convert
    return tf.reduce_sum(x * untouched.gain)


# tf: same
def other_global(x):  # expect: convert
    return tf.reduce_sum(x * KEPT)


# tf: same
def other_dict(x):  # expect: convert
    return tf.reduce_sum(x * WHOLE["gain"])


# tf: same
def other_operation(x):  # expect: convert
    return tf.reduce_sum(tf.nn.elu(x))


ones = tf.ones([3])


@mock.patch.object(options, "decorated", 5.0)
def decorated_check():
    return by_decorator(ones)


by_attribute(ones)
with unittest.mock.patch.object(options, "gain", 5.0):
    by_attribute(ones)
with patch.object(options, "first", new=5.0):
    called_first_under_the_patch(ones)
called_first_under_the_patch(ones)

started = patch.object(options, "started", 5.0)
started.start()
by_start(ones)
started.stop()
by_start(ones)

decorated_check()
by_decorator(ones)

with contextlib.ExitStack() as stack:
    stack.enter_context(mock.patch.object(options, "stacked", 5.0))
    by_stack(ones)
by_stack(ones)

made_before = patch.multiple(options, made_before=5.0)
with made_before:
    by_an_earlier_patch(ones)
by_an_earlier_patch(ones)

by_entry(ones)
with patch.dict(TABLE, {"gain": 5.0}):
    by_entry(ones)
    other_dict(ones)

by_name(ones)
with patch(__name__ + ".RATE", 5.0):
    by_name(ones)

by_several(ones)
with patch.multiple(__name__, TOP=5.0):
    by_several(ones)

by_function(ones)
with patch(f"{__name__}.doubled", lambda x: x * 7.0):
    by_function(ones)

options.by_class(ones)
with patch.object(Options, "shared", 5.0):
    options.by_class(ones)

by_method(ones)
with patch.object(Options, "factor", lambda self: 5.0):
    by_method(ones)

by_library(ones)
with patch.object(tf.nn, "relu", lambda x: x * 9.0):
    by_library(ones)
    other_operation(ones)

for step in range(2):
    other_attribute(ones)
    other_object(ones)
    other_global(ones)
    other_dict(ones)
