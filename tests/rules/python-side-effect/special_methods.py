"""Python calls special methods, and what these change counts."""

import tensorflow as tf


class Log:
    pass


log = Log()


# tf: differs
def dunder_dict(x):  # expect: HYB102
    log.__dict__["z"] = log.__dict__.get("z", 0) + 1
    return x * 1.0


class Prop:
    def __init__(self):
        self.n = 0

    def __len__(self):
        self.n += 1
        return 2

    def __iter__(self):
        self.n += 1
        return iter([1.0, 2.0])

    def __contains__(self, item):
        self.n += 1
        return True


class Truth:
    def __init__(self):
        self.n = 0

    def __bool__(self):
        self.n += 1
        return True


prop = Prop()
truth = Truth()


# tf: differs
def by_len(x):  # expect: HYB102, HYB104
    return x * float(len(prop))


# tf: differs
def by_iter(x):  # expect: HYB102, HYB104
    for v in prop:
        x = x * v
    return x


# tf: differs
def by_bool(x):  # expect: HYB102, HYB104
    return x * 2.0 if truth else x


# tf: differs
def by_in(x):  # expect: HYB102, HYB104
    return x * 2.0 if 3 in prop else x


# tf: same
def by_own_list(x):  # expect: convert
    scales = [1.0, 2.0]
    return x * float(len(scales)) if 1.0 in scales else x * 0.5


for step in range(2):
    value = tf.constant([1.0, 2.0]) * float(step + 1)
    dunder_dict(value)
    by_len(value)
    by_iter(value)
    by_bool(value)
    by_in(value)
    by_own_list(value)
