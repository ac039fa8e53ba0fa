"""Attributes that are set by the names of keywords or entries: those with other names stay what they are."""

import tensorflow as tf


class Config:
    def __init__(self, **options):
        for key, value in options.items():
            setattr(self, key, value)

    def update(self, **options):
        for key in options:
            if key != "fixed":
                setattr(self, key, options[key])

    def replace(self, entries):
        for key, value in entries.items():
            setattr(self, key, value)


config = Config(
    scale=tf.constant(2.0), double=True, rate=0.5, fixed=3.0, name="config", shift=1.0, late=1.0, width=3, step=0.1
)


# `double` is no tensor, and nothing changes it.
# tf: same
def doubled(x):  # expect: convert
    if config.double:
        x = x * 2.0
    return x


# tf: same
def scaled(x):  # expect: convert
    return x * config.scale


# tf: differs
def rated(x):  # expect: HYB104
    return x * config.rate


# tf: differs
def shifted(x):  # expect: HYB104
    return x + config.shift


# tf: differs
def lately(x):  # expect: HYB104
    return x + config.late


# tf: same
def fixed(x):  # expect: convert
    return x * config.fixed


def chosen(number):
    return {} if number else {"level": 2.0, "name": "fourth", "width": 6, "step": 0.4, "depth": 9}


# tf: differs
def levelled(x):  # expect: HYB104
    return x * config.level


# tf: same
def stepped(x):  # expect: convert
    return x * config.other


config.level, config.other = 1.0, 3.0
x = tf.constant([1.0, 2.0])
RESULTS = []
for number in range(2):
    RESULTS += [doubled(x), scaled(x), rated(x), shifted(x), fixed(x), lately(x)]
    RESULTS += [levelled(x), stepped(x)]
    config.replace(chosen(number))
    config.update(rate=0.25, fixed=4.0, name="other", width=4, step=0.2, depth=7)
    entries = {"shift": 5.0, "name": "third", "width": 5, "step": 0.3, "depth": 8}
    config.replace(entries)
    entries["la" + "te"] = 9.0
    config.replace(entries)
