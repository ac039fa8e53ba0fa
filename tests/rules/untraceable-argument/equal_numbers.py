"""Numbers of several kinds that are equal, and members of enumerations among them."""

import decimal
import enum
import fractions

import tensorflow as tf


class Mode(enum.IntEnum):
    LOW = 1
    HIGH = 2


class Level(enum.IntEnum):
    FIRST = 1


class Own(int):
    def twice(self):
        return 2.0


# tf: differs
def by_class(x, mode):  # expect: HYB120
    if type(mode) is Mode:
        return x * 10.0
    return x


# tf: differs
def by_text(x, mode):  # expect: HYB120
    return x * float(len(repr(mode)))


# tf: differs
def by_instance(x, mode):  # expect: HYB120
    return x * (2.0 if isinstance(mode, Mode) else 1.0)


# tf: differs
def by_two(x, mode):  # expect: HYB120
    return x * (2.0 if isinstance(mode, Level) else 1.0)


# tf: differs
def by_complex(x, k):  # expect: HYB120
    return x * 2.0 if isinstance(k, complex) else x


# tf: differs
def by_made_complex(x, k):  # expect: HYB120
    return x * 2.0 if isinstance(k, complex) else x


# tf: differs
def by_fraction(x, k):  # expect: HYB120
    return x * 2.0 if isinstance(k, fractions.Fraction) else x


# tf: differs
def by_digits(x, k):  # expect: HYB120
    return x * float(len(str(k)))


# tf: differs
def by_own(x, k):  # expect: HYB120
    return x * (k.twice() if isinstance(k, Own) else 1.0)


a = tf.constant([1.0, 2.0])
RESULTS = []
for mode in (1, Mode.LOW):
    RESULTS += [f(a, mode) for f in (by_class, by_text, by_instance)]
for mode in (Mode.LOW, Level.FIRST):
    RESULTS.append(by_two(a, mode))
RESULTS += [by_complex(a, 1), by_complex(a, 1 + 0j), by_made_complex(a, 1), by_made_complex(a, complex(1, 0))]
RESULTS += [by_fraction(a, 1), by_fraction(a, fractions.Fraction(1))]
RESULTS += [by_digits(a, decimal.Decimal("1")), by_digits(a, decimal.Decimal("1.0"))]
RESULTS += [by_own(a, 1), by_own(a, Own(1))]
del mode
