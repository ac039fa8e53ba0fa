"""Objects as arguments: by identity, or by value."""

from dataclasses import dataclass

import tensorflow as tf


class Settings:
    def __init__(self, rate):
        self.rate = rate


@dataclass(frozen=True)
class Values:
    rate: float


# tf: same, traces 5
@tf.function
def step(settings, x):  # expect: HYB127
    return x * settings.rate


# tf: same, traces 5
def eager_step(settings, x):  # expect: HYB127
    return x * settings.rate + 1.0


# tf: same, traces 1
@tf.function
def step_with_one(settings, x):  # expect: keep
    return x * settings.rate


# tf: same, traces 5
@tf.function
def step_by_value(settings, x):  # expect: HYB127
    return x * settings.rate


values = tf.constant([1.0, 2.0])
shared = Settings(0.5)
for number in range(5):
    step(Settings(0.5), values)
    eager_step(Settings(0.5), values)
    step_with_one(shared, values)
    step_by_value(Values(0.5), values)
