"""Containers that a function makes, hands to objects which keep them, and changes by its own name for them."""

from dataclasses import dataclass
from types import SimpleNamespace

import tensorflow as tf


class Polynomial:
    def __init__(self, coefficients):
        self.coefficients = coefficients

    # tf: differs
    def __call__(self, x):  # expect: HYB104
        y = tf.zeros_like(x)
        for c in self.coefficients:
            y = y * x + c
        return y


class Scaled:
    def __init__(self, options):
        self.options = options

    # tf: differs
    def apply(self, x):  # expect: HYB104
        return x * self.options["scale"]


class Named:
    def __init__(self, *, factors):
        self.factors = factors

    # tf: differs
    def apply(self, x):  # expect: HYB104
        return x * self.factors[0]


class Switched:
    def __init__(self, flags):
        self.flags = flags

    # tf: differs
    def apply(self, x):  # expect: HYB104
        return x * 2.0 if "double" in self.flags else x * 1.0


class Nested:
    def __init__(self, config):
        self.config = config

    # tf: differs
    def inner(self, x):  # expect: HYB104
        return x * self.config["factors"][0]


class Listed:
    def __init__(self, rows):
        self.rows = rows

    # tf: differs
    def apply(self, x):  # expect: HYB104
        return x * self.rows[0][0]


@dataclass(eq=False)
class Record:
    factors: list

    # tf: differs
    def apply(self, x):  # expect: HYB104
        return x * self.factors[0]


class Space:
    def __init__(self, settings):
        self.settings = settings

    # tf: differs
    def apply(self, x):  # expect: HYB104
        return x * self.settings.factors[0]


class Stored:
    def __init__(self):
        self.factors = [1.0]

    # tf: differs
    def apply(self, x):  # expect: HYB104
        return x * self.factors[0]


class Directly:
    def __init__(self):
        self.factors = [1.0]

    # tf: differs
    def apply(self, x):  # expect: HYB104
        return x * self.factors[0]


class OfMany:
    def __init__(self, factors):
        self.factors = factors

    # tf: differs
    def apply(self, x):  # expect: HYB104
        return x * self.factors[0]


class Repeated:
    def __init__(self, factors):
        self.factors = factors

    # tf: differs
    def apply(self, x):  # expect: HYB104
        return x * self.factors[0]


class Chosen:
    def __init__(self, factors):
        self.factors = factors

    # tf: differs
    def apply(self, x):  # expect: HYB104
        return x * float(len(self.factors))


class Extended:
    def __init__(self, factors):
        self.factors = factors

    # tf: differs
    def apply(self, x):  # expect: HYB104
        return x * float(len(self.factors))


class Yielded:
    def __init__(self, factors):
        self.factors = factors

    # tf: differs
    def apply(self, x):  # expect: HYB104
        return x * self.factors[0]


class Filled:
    def __init__(self, factors):
        self.factors = factors

    # tf: same
    def apply(self, x):  # expect: convert
        return x * self.factors[0]


class FilledLater:
    def __init__(self, factors):
        self.factors = factors

    # tf: same
    def apply(self, x):  # expect: convert unsafe
        return x * self.factors[0]


class Copied:
    def __init__(self, factors):
        self.factors = list(factors)

    # tf: same
    def apply(self, x):  # expect: convert
        return x * self.factors[0]


class Apart:
    def __init__(self, factors):
        self.factors = factors

    # tf: same
    def apply(self, x):  # expect: convert
        return x * self.factors[0]


class InTurns:
    def __init__(self, factors):
        self.factors = factors

    # tf: same
    def apply(self, x):  # expect: convert
        return x * self.factors[0]


class Returned:
    def __init__(self, sizes):
        self.factors = listed(sizes)

    # tf: same
    def apply(self, x):  # expect: convert
        return x * self.factors[0]


def listed(sizes):
    factors = []
    for size in sizes:
        factors.append(float(size))
    return factors


def store(holder, factors):
    holder.factors = factors


def lists(x):
    coefficients = [1.0, 2.0]
    polynomial = Polynomial(coefficients)
    first = polynomial(x)
    coefficients.append(3.0)
    return [first, polynomial(x)]


def dicts(x):
    options = {"scale": 1.0}
    scaled = Scaled(options)
    first = scaled.apply(x)
    options["scale"] = 3.0
    return [first, scaled.apply(x)]


def keywords(x):
    factors = [1.0]
    named = Named(factors=factors)
    first = named.apply(x)
    factors[0] = 3.0
    return [first, named.apply(x)]


def sets(x):
    flags = {"plain"}
    switched = Switched(flags)
    first = switched.apply(x)
    flags.add("double")
    return [first, switched.apply(x)]


def nested(x):
    factors = [1.0]
    config = {"factors": factors}
    of_dict = Nested(config)
    row = [1.0]
    rows = []
    rows.append(row)
    of_list = Listed(rows)
    results = [of_dict.inner(x), of_list.apply(x)]
    factors[0] = 3.0
    row[0] = 3.0
    return [*results, of_dict.inner(x), of_list.apply(x)]


def records(x):
    kept = [1.0]
    record = Record(kept)
    inside = [1.0]
    space = Space(SimpleNamespace(factors=inside))
    results = [record.apply(x), space.apply(x)]
    kept[0] = 3.0
    inside[0] = 3.0
    return [*results, record.apply(x), space.apply(x)]


def stored(x):
    factors = [2.0]
    holder = Stored()
    store(holder, factors)
    own = [2.0]
    direct = Directly()
    direct.factors = own
    results = [holder.apply(x), direct.apply(x)]
    factors[0] = 3.0
    own[0] = 3.0
    return [*results, holder.apply(x), direct.apply(x)]


def several(x):
    ones = [1.0]
    twos = [2.0]
    one, two = OfMany(ones), OfMany(twos)
    results = [one.apply(x), two.apply(x)]
    twos[0] = 5.0
    return [*results, one.apply(x), two.apply(x)]


def repeated(x):
    results = []
    factors = [1.0]
    again = Repeated(factors)
    for i in range(3):
        factors[0] = float(i)
        results.append(again.apply(x))
    return results


def chosen(x):
    results = []
    one = Chosen([])
    for i in range(3):
        if i == 0:
            factors = [1.0]
            one = Chosen(factors)
        factors.append(1.0)
        results.append(one.apply(x))
    return results


def extended(x):
    factors = [1.0]
    one = Extended(factors)
    first = one.apply(x)
    factors += [1.0]
    return [first, one.apply(x)]


def growing():
    factors = [1.0]
    yield factors
    factors[0] = 3.0
    yield factors


def yielded(x):
    parts = growing()
    one = Yielded(next(parts))
    results = [one.apply(x)]
    next(parts)
    results.append(one.apply(x))
    return results


def filled(x):
    factors = []
    factors.append(2.0)
    one = Filled(factors)
    return [one.apply(x), one.apply(x)]


def filled_later(x):
    factors = []
    one = FilledLater(factors)
    factors.append(2.0)
    return [one.apply(x), one.apply(x)]


def copied(x):
    factors = [2.0]
    one = Copied(factors)
    first = one.apply(x)
    factors[0] = 3.0
    return [first, one.apply(x)]


def apart(x):
    kept = [2.0]
    one = Apart(kept)
    first = one.apply(x)
    other = [2.0]
    other.append(3.0)
    return [first, one.apply(x), *other]


def in_turns(x):
    made = []
    for i in range(3):
        factors = []
        factors.append(float(i))
        made.append(InTurns(factors))
    return [one.apply(x) for one in made] + [one.apply(x) for one in made]


def returned(x):
    one = Returned([2, 3])
    return [one.apply(x), one.apply(x)]


x = tf.constant([1.0, -2.0])
results = [lists(x), dicts(x), keywords(x), sets(x), nested(x), records(x), stored(x), several(x)]
results += [repeated(x), chosen(x), extended(x), yielded(x), filled(x), filled_later(x), copied(x), apart(x)]
results += [in_turns(x), returned(x)]
