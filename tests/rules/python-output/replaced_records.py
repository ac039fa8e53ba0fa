"""`dataclasses.replace` makes another object, with other values."""

import dataclasses

import tensorflow as tf


@dataclasses.dataclass(frozen=True)
class Config:
    loud: bool = False
    gain: float = 1.0


@dataclasses.dataclass(frozen=True)
class Noted:
    gain: float

    def __post_init__(self):
        print("made with", self.gain)


# tf: same
def quiet(config, x):  # expect: convert
    config = dataclasses.replace(config, gain=2.0)
    if config.loud:
        print("loud")
    return x * config.gain


# tf: differs
def loud(config, x):  # expect: HYB101
    config = dataclasses.replace(config, loud=True)
    if config.loud:
        print("loud")
    return x * config.gain


# tf: differs
def noted(config, x):  # expect: HYB101
    return x * dataclasses.replace(config, gain=2.0).gain


x = tf.constant([1.0, 2.0])
quiet(Config(), x)
loud(Config(), x)
noted(Noted(1.0), x)
