"""`getattr` with a text that is computed: of values that change, and of properties."""

import operator

import tensorflow as tf


class Rates:
    def __init__(self, first, second):
        self.rate_a = first
        self.rate_b = second


class Layered:
    def __init__(self):
        self.block_0 = tf.constant(1.0)
        self.block_1 = tf.constant(2.0)
        self.steps = 0

    # tf: same
    def forward(self, x, i):  # expect: convert
        return getattr(self, f"block_{int(i)}") * x

    # tf: differs
    def counted(self, x, what):  # expect: undetermined HYB121
        return getattr(self, "_".join([what])) * x


class Computed:
    def __init__(self):
        self.asked = 0

    @property
    def rate(self):
        self.asked += 1
        return float(self.asked)


rates, fixed = Rates(1.0, 2.0), Rates(1.0, 2.0)
computed, layered = Computed(), Layered()


# tf: differs
def changing(x):  # expect: undetermined HYB121
    return getattr(rates, "_".join(["rate", "a"])) * x


# tf: differs
def by_getter(x):  # expect: undetermined HYB121
    return operator.attrgetter("_".join(["rate", "a"]))(rates) * x


# tf: same
def other_name(x):  # expect: undetermined HYB121
    return getattr(rates, "rate_" + "b" * 1) * x


# tf: same
def staying(x):  # expect: convert
    return getattr(fixed, "_".join(["rate", "a"])) * x


# tf: differs
def of_property(x):  # expect: undetermined HYB121
    return getattr(computed, "_".join(["rate"])) * x


# tf: same
def one_of_two(x, flag):  # expect: convert
    return getattr(fixed, "rate_a" if flag else "rate_b") * x


one = tf.constant(1.0)
results = []
for _ in range(2):
    results += [changing(one), by_getter(one), other_name(one), staying(one), of_property(one), one_of_two(one, True), one_of_two(one, False)]
    results += [layered.forward(one, len(results) * 0.0), layered.counted(one, "steps")]
    rates.rate_a += 1.0
    layered.steps += 1
