"""Classes that compute what is read of their objects, by names that are written out and by those that are computed."""

import tensorflow as tf


class Counted:
    def __init__(self):
        self.asked = 0

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        self.__dict__["asked"] += 1
        return float(len(name)) + self.asked


class Named:
    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return float(len(name))


class Watched:
    asked = 0

    def __getattribute__(self, name):
        if not name.startswith("rate"):
            return object.__getattribute__(self, name)
        Watched.asked += 1
        return float(Watched.asked)


class Passing:
    def __init__(self):
        self.rate = 2.0

    def __getattribute__(self, name):
        return object.__getattribute__(self, name)


counted, named, watched, passing = Counted(), Named(), Watched(), Passing()


# tf: differs
def joined(x):  # expect: HYB102, HYB104
    return getattr(counted, "_".join(["rate", "a"])) * x


# tf: differs
def repeated(x):  # expect: HYB102, HYB104
    return getattr(counted, "w_" + "c" * 2) * x


# tf: differs
def literal(x):  # expect: HYB102, HYB104
    return counted.rate * x


# tf: differs
def literal_of_all(x):  # expect: HYB102, HYB104
    return watched.rate * x


# tf: differs
def of_all(x):  # expect: HYB102, HYB104
    return getattr(watched, "_".join(["rate", "a"])) * x


# tf: same
def of_length(x):  # expect: convert
    return getattr(named, "_".join(["rate", "a"])) * x


# tf: same
def passed(x):  # expect: convert
    return passing.rate * x


one = tf.constant(1.0)
results = []
for _ in range(2):
    results += [joined(one), repeated(one), literal(one), literal_of_all(one), of_all(one), of_length(one), passed(one)]
