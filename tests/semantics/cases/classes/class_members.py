"""Properties, dataclasses, named tuples, nested classes, `functools.partial` of methods."""

import functools
from dataclasses import dataclass, field
from typing import NamedTuple

import tensorflow as tf


@dataclass
class Options:
    rate: float = 0.5
    weights: list = field(default_factory=list)

    def scaled(self, x):  # fact: called=true tensor_parameter=true x:tensor:float32:[2] side_effects=false
        return x * self.rate


class Pair(NamedTuple):
    left: tf.Tensor
    right: tf.Tensor

    def total(self):  # fact: called=true tensor_parameter=false tensor_computation=true
        return self.left + self.right


class Model:
    class Part:
        def run(self, x):  # fact: called=true tensor_parameter=true
            return x + 1.0

    def __init__(self, factor):  # fact: tensor_parameter=false primitive_parameter=true factor:primitive
        self._factor = factor
        self.part = Model.Part()

    @property
    def factor(self):  # fact: called=true tensor_parameter=false tensor_computation=false
        return self._factor

    def apply(self, x):  # fact: tensor_parameter=true side_effects=false x:tensor:float32:[2]
        return self.part.run(x) * self.factor


def weighted(x, options):  # fact: options:object tensor_parameter=true
    return options.scaled(x)


value = tf.constant([1.0, 2.0])
options = Options(rate=0.25)
weighted(value, options)
pair = Pair(value, value)
pair.total()
model = Model(3.0)
later = functools.partial(model.apply)
later(value)
