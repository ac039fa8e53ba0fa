"""What `monkeypatch` of pytest sets for a time, which a graph that is there already does not see."""

import pytest
import tensorflow as tf

RATE = 1.0
KEPT = 1.0
TABLE = {"gain": 1.0}
WHOLE = {"gain": 1.0}


class Options:
    deleted = 1.0
    method_rate = 1.0

    def __init__(self):
        self.gain = 1.0
        self.kept = 1.0
        self.deleted = 2.0

    def rate(self):
        return 1.0


options = Options()


def doubled(x):
    return x * 2.0


# tf: differs
def by_attribute(x):  # expect: HYB104
    return x * options.gain


# tf: differs
def by_deleted(x):  # expect: HYB104
    return x * options.deleted


# tf: differs
def by_method(x):  # expect: HYB104
    return x * options.rate()


# tf: differs
def by_entry(x):  # expect: HYB104
    return x * TABLE["gain"]


# tf: differs
def by_name(x):  # expect: HYB104
    return x * RATE


# tf: differs
def by_function(x):  # expect: HYB104
    return doubled(x)


# tf: same
def other_attribute(x):  # expect: convert
    return x * options.kept


# tf: same
def other_global(x):  # expect: convert
    return x * KEPT * WHOLE["gain"]


def all_of_them(x):
    by_attribute(x)
    by_deleted(x)
    by_method(x)
    by_entry(x)
    by_name(x)
    by_function(x)
    other_attribute(x)
    other_global(x)


ones = tf.ones([3])
all_of_them(ones)
with pytest.MonkeyPatch.context() as patch:
    patch.setattr(options, "gain", 5.0)
    patch.delattr(options, "deleted")
    patch.setattr(Options, "rate", lambda self: 5.0)
    patch.setitem(TABLE, "gain", 5.0)
    patch.setattr(f"{__name__}.RATE", 5.0)
    all_of_them(ones)
patch = pytest.MonkeyPatch()
patch.setattr(f"{__name__}.doubled", lambda x: x * 7.0)
all_of_them(ones)
patch.undo()
