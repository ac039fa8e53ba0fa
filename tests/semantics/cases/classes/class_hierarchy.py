"""Method resolution: overriding, `super`, diamonds, class attributes, `__call__`."""

import tensorflow as tf


class Base:
    scale = 2.0

    def apply(self, x):  # fact: called=true tensor_parameter=true side_effects=true
        return self.inner(x) * self.scale

    def inner(self, x):  # fact: called=false tensor_computation=true
        return tf.negative(x)


class Left(Base):
    def inner(self, x):  # fact: called=true tensor_parameter=true x:tensor:float32:[2]
        return super().inner(x) + 1.0


class Right(Base):
    def inner(self, x):  # fact: called=true tensor_parameter=true tensor_computation=true
        return tf.square(x)


class Both(Left, Right):
    def apply(self, x):  # fact: called=true verdict=convert safe=true
        return super().apply(x) - 1.0

    def __call__(self, x):  # fact: called=true tensor_parameter=true
        return self.apply(x)


class Counting(Base):
    def __init__(self):  # fact: called=true tensor_parameter=false
        self.calls = 0

    def inner(self, x):  # fact: side_effects=true called=true verdict=keep
        self.calls += 1
        return x


def run(model, x):  # fact: side_effects=true model:object x:tensor:float32:[2] refusals=frozen-state,python-side-effect
    return model.apply(x)


def run_both(model, x):  # fact: side_effects=false verdict=convert
    return model.apply(x)


value = tf.constant([1.0, 2.0])
both = Both()
both(value)
run_both(both, value)
counting = Counting()
run(counting, value)
