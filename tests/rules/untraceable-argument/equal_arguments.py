"""Arguments and receivers that are equal and not the same: one graph serves both."""

import dataclasses

import tensorflow as tf


@dataclasses.dataclass(frozen=True)
class Settings:
    name: str
    scale: float = dataclasses.field(default=1.0, compare=False)

    # tf: differs
    def of_receiver(self, x):  # expect: HYB120
        return x * self.scale


@dataclasses.dataclass(frozen=True)
class Whole:
    scale: float

    # tf: same
    def of_whole_receiver(self, x):  # expect: convert
        return x * self.scale


class Named:
    def __init__(self, name, scale):
        self.name, self.scale = name, scale

    def __eq__(self, other):
        return isinstance(other, Named) and self.name == other.name

    def __hash__(self):
        return hash(self.name)

    # tf: differs
    def of_named(self, x):  # expect: HYB120
        return x * self.scale


# tf: differs
def filled(x, k):  # expect: HYB120
    return tf.fill([2], k)


# tf: differs
def by_type(x, k):  # expect: HYB120
    return x * (2.0 if isinstance(k, float) else 1.0)


# tf: differs
def by_identity(x, k):  # expect: HYB120
    if k is True:
        return x * 2.0
    return x


# tf: differs
def as_text(x, k):  # expect: HYB120
    return x * float(len(str(k)))


# tf: differs
def converted(x, k):  # expect: HYB120
    return tf.convert_to_tensor(k)


# tf: differs
def by_default(x, k=1):  # expect: HYB120
    return x * (2.0 if isinstance(k, float) else 1.0)


# tf: differs
def in_tuple(x, k):  # expect: HYB120
    return x * (2.0 if isinstance(k[0], float) else 1.0)


# tf: differs
def in_list(x, k):  # expect: HYB120
    return tf.stack(k)


# tf: differs
def in_dict(x, k):  # expect: HYB120
    return x * (2.0 if type(k["a"]) is float else 1.0)


# tf: differs
def in_range(x, k):  # expect: HYB120
    return tf.fill([2], k)


# tf: differs
def by_settings(x, settings):  # expect: HYB120
    return x * settings.scale


# tf: differs
def by_named(x, named):  # expect: HYB120
    return x * named.scale


# tf: same
def scaled(x, k):  # expect: convert
    return x * k + 1.0


# tf: same
def unlike(x, k):  # expect: convert
    return tf.fill([2], k)


a = tf.constant([1.0, 2.0])
RESULTS = []
for k in (1, 1.0, True):
    RESULTS += [f(a, k) for f in (filled, by_type, by_identity, as_text, converted, scaled)]
RESULTS += [by_default(a), by_default(a, 1.0)]
RESULTS += [in_tuple(a, (1, 2)), in_tuple(a, (1.0, 2)), in_list(a, [1, 2]), in_list(a, [1.0, 2.0])]
RESULTS += [in_dict(a, {"a": 1}), in_dict(a, {"a": 1.0})]
for k in range(3):
    RESULTS.append(in_range(a, k))
RESULTS.append(in_range(a, 1.0))
RESULTS += [unlike(a, 1), unlike(a, 2.0)]
SETTINGS = Settings("a", 1.0), Settings("a", 2.0)
NAMED = Named("a", 1.0), Named("a", 2.0)
for settings, named in zip(SETTINGS, NAMED):
    RESULTS += [by_settings(a, settings), settings.of_receiver(a), by_named(a, named), named.of_named(a)]
WHOLE = Whole(1.0), Whole(2.0)
for whole in WHOLE:
    RESULTS.append(whole.of_whole_receiver(a))
