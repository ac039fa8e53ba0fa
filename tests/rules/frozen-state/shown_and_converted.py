"""Objects that change between calls, and that built-in functions and libraries ask by special methods."""

import dataclasses
import math
import typing

import numpy as np
import tensorflow as tf


class Level:
    def __init__(self):
        self.value, self.values = 2.0, [1.0, 2.0]

    def __str__(self):
        return str(self.value)

    def __repr__(self):
        return str(self.value)

    def __index__(self):
        return int(self.value)

    def __floor__(self):
        return int(self.value)

    def __abs__(self):
        return self.value

    def __array__(self, dtype=None, copy=None):
        return np.array(self.value, np.float32)

    def keys(self):
        return ["value"]

    def __getitem__(self, key):
        return self.value


class Fallback(dict):
    def __missing__(self, key):
        return LEVEL.value


class Answering(type):
    def __subclasscheck__(cls, other):
        return cls.open

    def __len__(cls):
        return int(cls.size)

    def __contains__(cls, key):
        return cls.size == key

    def __iter__(cls):
        return iter([cls.size])


class Registry(metaclass=Answering):
    open, size = True, 1.0


class Fixed(metaclass=Answering):
    open, size = True, 1.0


@dataclasses.dataclass
class Options:
    rate: float = 1.0
    name: str = "a"


class Pair(typing.NamedTuple):
    first: float
    rest: list


LEVEL, STILL = Level(), Level()
TABLE = Fallback()
OPTIONS, DEFAULTS = Options(), Options()
PAIR = Pair(1.0, [1.0])
NUMBERS = [float(i) for i in range(20)]


# tf: differs
def by_format(x):  # expect: HYB104
    return tf.exp(x) * float("{0.value}".format(LEVEL))


# tf: differs
def by_format_of_elements(x):  # expect: HYB104
    return tf.exp(x) * float("{v[0]}".format(v=LEVEL.values))


# tf: same
def by_format_of_what_stays(x):  # expect: convert
    return tf.exp(x) * float("{0.value} ".format(STILL))


# tf: differs
def in_a_tuple(x):  # expect: HYB104
    return tf.exp(x) * float("%s" % (LEVEL,))


# tf: differs
def by_name(x):  # expect: HYB104
    return tf.exp(x) * float("%(level)s" % {"level": LEVEL})


# tf: differs
def as_text_of_a_list(x):  # expect: HYB104
    return tf.exp(x) * len(f"{LEVEL.values}")


# tf: differs
def inside_a_list(x):  # expect: HYB104
    return tf.exp(x) * len(str([LEVEL]))


# tf: differs
def as_an_index(x):  # expect: HYB104
    return tf.exp(x) * NUMBERS[LEVEL]


# tf: same
def as_an_index_that_stays(x):  # expect: convert
    return tf.exp(x) * NUMBERS[STILL]


# tf: differs
def in_a_slice(x):  # expect: HYB104
    return tf.exp(x) * len(NUMBERS[LEVEL:])


# tf: differs
def as_a_range(x):  # expect: HYB104
    return tf.exp(x) * len(range(LEVEL))


# tf: differs
def rounded_down(x):  # expect: HYB104
    return tf.exp(x) * math.floor(LEVEL)


# tf: differs
def absolute(x):  # expect: HYB104
    return tf.exp(x) * abs(LEVEL)


# tf: differs
def as_an_array(x):  # expect: HYB104
    return tf.add(tf.exp(x), LEVEL)


# tf: differs
def among_others(x):  # expect: HYB104
    return tf.exp(x) * tf.stack([LEVEL, 1.0])[0]


# tf: same
def as_an_array_that_stays(x):  # expect: convert
    return tf.add(tf.exp(x), STILL)


# tf: differs
def of_numpy(x):  # expect: HYB104
    return tf.exp(x) * np.asarray(LEVEL)


# tf: differs
def without_an_entry(x):  # expect: HYB104
    return tf.exp(x) * TABLE["none"]


# tf: differs
def as_keywords(x):  # expect: HYB104
    return tf.exp(x) * dict(**LEVEL)["value"]


# tf: differs
def of_a_subclass(x):  # expect: HYB104
    return tf.exp(x) * (2.0 if issubclass(int, Registry) else 1.0)


# tf: differs
def length_of_a_class(x):  # expect: HYB104
    return tf.exp(x) * len(Registry)


# tf: differs
def in_a_class(x):  # expect: HYB104
    return tf.exp(x) * (2.0 if 1.0 in Registry else 1.0)


# tf: differs
def over_a_class(x):  # expect: HYB104
    return tf.exp(x) * sum(v for v in Registry)


# tf: same
def length_of_a_fixed_class(x):  # expect: convert
    return tf.exp(x) * len(Fixed)


# tf: differs
def compared(x):  # expect: HYB104
    return tf.exp(x) * (2.0 if OPTIONS == DEFAULTS else 1.0)


# tf: differs
def shown(x):  # expect: HYB104
    return tf.exp(x) * len(str(OPTIONS))


# tf: same
def compared_with_itself(x):  # expect: convert
    return tf.exp(x) * (2.0 if DEFAULTS == Options() else 1.0)


# tf: differs
def of_a_pair(x):  # expect: HYB104
    return tf.exp(x) * PAIR[1][0]


RESULTS = []


def main():
    x = tf.ones([2])
    for turn in range(3):
        RESULTS.extend([by_format(x), by_format_of_elements(x), by_format_of_what_stays(x), in_a_tuple(x), by_name(x)])
        RESULTS.extend([as_text_of_a_list(x), inside_a_list(x), as_an_index(x), as_an_index_that_stays(x)])
        RESULTS.extend([in_a_slice(x), as_a_range(x), rounded_down(x), absolute(x), as_an_array(x), among_others(x)])
        RESULTS.extend([as_an_array_that_stays(x), of_numpy(x), without_an_entry(x), as_keywords(x)])
        RESULTS.extend([of_a_subclass(x), length_of_a_class(x), in_a_class(x), over_a_class(x)])
        RESULTS.extend([length_of_a_fixed_class(x), compared(x), shown(x), compared_with_itself(x), of_a_pair(x)])
        LEVEL.value = 10.0 + turn
        LEVEL.values[0] = 10.0 + turn
        Registry.open, Registry.size = turn == 1, 3.0 + turn
        OPTIONS.rate = 10.0 + turn
        PAIR.rest[0] = 3.0 + turn


main()
