"""Arguments that a graph gets as other objects: only their elements arrive."""

import collections
import types

import tensorflow as tf


class Point(tuple):
    scale = 3.0


class Row(list):
    def total(self):
        return 5.0


class Plain(list):
    pass


class Options(dict):
    pass


class Scaled(dict):
    def __init__(self, entries, scale):
        super().__init__(entries)
        self.scale = scale


class Place(collections.namedtuple("Place", "row column")):
    def twice(self):
        return 2.0


# tf: raises AttributeError "scale"
def by_attribute(x, p):  # expect: HYB120
    return x * p.scale


# tf: differs
def by_getattr(x, p):  # expect: HYB120
    return x * getattr(p, "scale", 1.0)


# tf: same
def by_element(x, p):  # expect: convert
    return x * p[0] + p[1]


# tf: differs
def by_class(x, p):  # expect: HYB120
    return x * (2.0 if isinstance(p, Point) else 1.0)


# tf: raises AttributeError "scale"
def in_list(x, points):  # expect: HYB120
    return x * points[0].scale


# tf: raises AttributeError "total"
def by_method(x, row):  # expect: HYB120
    return x * row.total()


# tf: same
def by_plain(x, row):  # expect: convert
    for value in row:
        x = x + value
    return x * len(row)


# tf: raises AttributeError "scale"
def by_options(x, options):  # expect: HYB120
    return x * options.scale


# tf: same
def by_entry(x, options):  # expect: convert
    return x * options["a"]


# tf: raises TypeError "missing"
def by_scaled(x, options):  # expect: HYB120
    return x * options["a"]


# tf: raises TypeError "mapping"
def by_proxy(x, options):  # expect: HYB120
    return x * options["a"]


# tf: raises TypeError "indices"
def by_chain(x, options):  # expect: HYB120
    return x * options["a"]


# tf: raises AttributeError "stop"
def by_end(x, steps):  # expect: HYB120
    return x * float(steps.stop)


# tf: differs
def by_range(x, steps):  # expect: HYB120
    return x * (2.0 if isinstance(steps, range) else 1.0)


# tf: same
def over_range(x, steps):  # expect: convert
    for step in steps:
        x = x + float(step)
    return x


# tf: same
def by_place(x, place):  # expect: convert
    return x * place.twice()


a = tf.constant([1.0, 2.0])
point, options = Point((1.0, 2.0)), Options(a=2.0)
options.scale = 3.0
view = {"a": 2.0}
RESULTS = [
    by_attribute(a, point),
    by_getattr(a, point),
    by_element(a, point),
    by_class(a, point),
    in_list(a, [point]),
    by_method(a, Row([1.0])),
    by_plain(a, Plain([1.0])),
    by_options(a, options),
    by_entry(a, Options(a=2.0)),
    by_scaled(a, Scaled({"a": 2.0}, 3.0)),
    by_proxy(a, types.MappingProxyType(view)),
    by_chain(a, collections.ChainMap({"a": 2.0})),
    by_end(a, range(3)),
    by_range(a, range(3)),
    over_range(a, range(3)),
    by_place(a, Place(1.0, 2.0)),
]
