"""Lists that come into an object by its dict or by a name, and that the function changes afterwards."""

import tensorflow as tf


class ByUpdate:
    def __init__(self):
        self.factors = None

    # tf: differs
    def scaled(self, x):  # expect: HYB104
        return x * self.factors[0]


def by_update(x):
    factors = [1.0]
    part = ByUpdate()
    part.__dict__.update(factors=factors)
    first = part.scaled(x)
    factors[0] = 3.0
    return first, part.scaled(x)


class ByUpdateOfADict:
    def __init__(self):
        self.factors = None

    # tf: differs
    def scaled(self, x):  # expect: HYB104
        return x * self.factors[0]


def by_update_of_a_dict(x):
    factors = [1.0]
    part = ByUpdateOfADict()
    part.__dict__.update({"factors": factors})
    first = part.scaled(x)
    factors[0] = 3.0
    return first, part.scaled(x)


class ByVars:
    def __init__(self):
        self.factors = None

    # tf: differs
    def scaled(self, x):  # expect: HYB104
        return x * self.factors[0]


def by_vars(x):
    factors = [1.0]
    part = ByVars()
    vars(part)["factors"] = factors
    first = part.scaled(x)
    factors[0] = 3.0
    return first, part.scaled(x)


class ByUpdateOfVars:
    def __init__(self):
        self.factors = None

    # tf: differs
    def scaled(self, x):  # expect: HYB104
        return x * self.factors[0]


def by_update_of_vars(x):
    factors = [1.0]
    part = ByUpdateOfVars()
    vars(part).update(factors=factors)
    first = part.scaled(x)
    factors[0] = 3.0
    return first, part.scaled(x)


class ByDefault:
    # tf: differs
    def scaled(self, x):  # expect: HYB104
        return x * self.factors[0]


def by_default(x):
    factors = [1.0]
    part = ByDefault()
    part.__dict__.setdefault("factors", factors)
    first = part.scaled(x)
    factors[0] = 3.0
    return first, part.scaled(x)


class ByName:
    def __init__(self):
        self.factors = None

    # tf: differs
    def scaled(self, x):  # expect: HYB104
        return x * self.factors[0]


def by_name(x):
    factors = [1.0]
    part = ByName()
    setattr(part, "factors", factors)
    first = part.scaled(x)
    factors[0] = 3.0
    return first, part.scaled(x)


class ByNames:
    def __init__(self):
        self.factors = None

    # tf: differs
    def scaled(self, x):  # expect: HYB104
        return x * self.factors[0]


def by_names(x):
    factors = [1.0]
    part = ByNames()
    for name, value in {"factors": factors}.items():
        setattr(part, name, value)
    first = part.scaled(x)
    factors[0] = 3.0
    return first, part.scaled(x)


class ByObject:
    def __init__(self):
        self.factors = None

    # tf: differs
    def scaled(self, x):  # expect: HYB104
        return x * self.factors[0]


def by_object(x):
    factors = [1.0]
    part = ByObject()
    object.__setattr__(part, "factors", factors)
    first = part.scaled(x)
    factors[0] = 3.0
    return first, part.scaled(x)


class ByAnotherDict:
    def __init__(self):
        self.factors = None

    # tf: differs
    def scaled(self, x):  # expect: HYB104
        return x * self.factors[0]


def by_another_dict(x):
    factors = [1.0]
    part = ByAnotherDict()
    part.__dict__ = {"factors": factors}
    first = part.scaled(x)
    factors[0] = 3.0
    return first, part.scaled(x)


class ByUnion:
    def __init__(self):
        self.factors = None

    # tf: differs
    def scaled(self, x):  # expect: HYB104
        return x * self.factors[0]


def by_union(x):
    factors = [1.0]
    part = ByUnion()
    part.__dict__ |= {"factors": factors}
    first = part.scaled(x)
    factors[0] = 3.0
    return first, part.scaled(x)


class Kept:
    def __init__(self):
        self.factors = None

    # tf: same
    def scaled(self, x):  # expect: convert
        return x * self.factors[0]


def kept(x):
    factors = [1.0]
    factors[0] = 3.0
    part = Kept()
    part.__dict__.update(factors=factors)
    return part.scaled(x), part.scaled(x)


x = tf.constant([1.0, 2.0])
results = [
    f(x)
    for f in (by_update, by_update_of_a_dict, by_vars, by_update_of_vars, by_default, by_name, by_names, by_object, by_another_dict, by_union, kept)
]
