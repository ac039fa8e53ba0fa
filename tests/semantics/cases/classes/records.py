"""Dataclasses, named tuples and enums as arguments and constants."""

import collections
import dataclasses
import enum
from typing import NamedTuple

import tensorflow as tf


class Mode(enum.Enum):
    FAST = 1
    SLOW = "slow"

    def describe(self):  # fact: called=true tensor_parameter=false
        return self.value


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


@dataclasses.dataclass
class Base:
    rate: float
    shift: float = 1.0


@dataclasses.dataclass
class Derived(Base):
    scale: tf.Tensor = None
    parts: list = dataclasses.field(default_factory=list)
    squared: float = dataclasses.field(init=False)

    def __post_init__(self):  # fact: called=true
        self.squared = self.rate * self.rate

    def apply(self, x):  # fact: called=true x:tensor:float32:[2] verdict=keep refusals=untraceable-argument
        return x * self.scale + self.shift + self.squared


class Batch(NamedTuple):
    images: tf.Tensor
    labels: tf.Tensor
    weight: float = 1.0


Point = collections.namedtuple("Point", ["left", "right"])


def by_mode(x, mode):  # fact: x:tensor:float32:[2] verdict=convert traces=2
    if mode is Mode.FAST:
        return x * 2.0
    return x * 3.0


def by_value(x):  # fact: x:tensor:float32:[2] verdict=convert safe=true
    return x * float(Level.HIGH.value) + float(Mode.FAST.value)


def batch_loss(batch):  # fact: tensor_parameter=true verdict=convert safe=true
    return tf.reduce_mean(batch.images * batch.weight) + tf.reduce_mean(batch.labels)


def unpacked(batch):  # fact: tensor_parameter=true
    images, labels, weight = batch
    return images * weight + labels


def replaced(batch):  # fact: tensor_parameter=true
    return batch._replace(labels=batch.images).labels * 2.0


def made(x):  # fact: x:tensor:float32:[2] verdict=convert safe=true side_effects=false
    point = Point(x, right=x + 1.0)
    options = Base(0.5)
    changed = dataclasses.replace(options, shift=3.0)
    return point.left * point.right * changed.shift * options.rate


value = tf.constant([1.0, 2.0])
derived = Derived(0.5, scale=value)
derived.apply(value)
batch = Batch(value, labels=value)
by_mode(value, Mode.FAST)
by_mode(value, Mode.SLOW)
by_value(value)
batch_loss(batch)
unpacked(batch)
replaced(batch)
made(value)
Mode.FAST.describe()
