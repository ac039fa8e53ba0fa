"""Variables that the first call makes and later calls find."""

import tensorflow as tf

SCALE = None


class Linear:
    def __init__(self):
        self.w = None

    # tf: same
    def apply(self, x):  # expect: convert
        if self.w is None:
            self.w = tf.Variable(tf.ones_like(x) * 2.0)
            self.b = tf.Variable([0.5, 0.5])
        return x * self.w + self.b

    # tf: same
    def reads(self, x):  # expect: convert unsafe
        return x if self.w is None else x * self.w


class Slots:
    def __init__(self):
        self.slots = []

    # tf: same
    def add(self, grads):  # expect: convert
        if not self.slots:
            self.slots = [tf.Variable(tf.zeros_like(g)) for g in grads]
        for slot, g in zip(self.slots, grads):
            slot.assign_add(g)
        return [slot * 2.0 for slot in self.slots]


class Late:
    # tf: same
    def apply(self, x):  # expect: convert
        if not hasattr(self, "w"):
            self.w = tf.Variable([2.0, 3.0])
        return x * self.w


class Once:
    def __init__(self):
        self.seen = False

    # tf: same
    def apply(self, x):  # expect: convert
        if not self.seen:
            self.seen = True
            self.rate = 0.5
        return x * self.rate


class Leaking:
    def __init__(self):
        self.mean = None

    # tf: differs
    def apply(self, x):  # expect: HYB102, HYB104
        if self.mean is None:
            self.mean = tf.reduce_mean(x)
        return x - self.mean


class Otherwise:
    def __init__(self):
        self.w = None

    # tf: differs
    def apply(self, x):  # expect: HYB102, HYB104, HYB108
        if self.w is None:
            self.w = tf.Variable([1.0, 1.0])
            y = x
        else:
            y = x + self.w
        return y


class Sometimes:
    def __init__(self):
        self.w = None

    def scaled(self, x):
        if self.w is None:
            self.w = tf.Variable([2.0, 2.0])
        return x * self.w

    # tf: raises ValueError "non-first call"
    def apply(self, x, scale):  # expect: HYB104, HYB108
        return self.scaled(x) if scale else x


class Each:
    def __init__(self):
        self.w = None

    def scaled(self, x):
        if self.w is None:
            self.w = tf.Variable([2.0, 2.0])
        return x * self.w


# tf: raises ValueError "ValueError: tf.function only supports singleton tf.Variables"
def for_each(made, x):  # expect: HYB104, HYB108
    return made.scaled(x)


# tf: same
def of_global(x):  # expect: convert
    global SCALE
    if SCALE is None:
        SCALE = tf.Variable(3.0)
    return x * SCALE


# tf: same
def through_call(slots, x):  # expect: convert
    return slots.add([x, x])


value = tf.constant([1.0, 2.0])
linear, slots, late, once, leaking = Linear(), Slots(), Late(), Once(), Leaking()
otherwise, sometimes = Otherwise(), Sometimes()
for _ in range(2):
    linear.apply(value)
    slots.add([value, value])
    late.apply(value)
    once.apply(value)
    leaking.apply(value)
    otherwise.apply(value)
    of_global(value)
sometimes.apply(value, False)
sometimes.apply(value, True)
for made in (Each(), Each()):
    for_each(made, value)
others = Slots()
through_call(others, value)
through_call(others, value)
