"""Methods of objects that cannot be seen, of which a protocol of the program says what they return."""

from typing import NoReturn, Protocol, Tuple

import numpy as np
import tensorflow as tf


class Surrogate(Protocol):
    def predict(self, points: tf.Tensor) -> Tuple[tf.Tensor, tf.Tensor]:
        raise NotImplementedError

    def log_prior(self) -> "tf.Tensor":
        raise NotImplementedError

    def evaluate(self, points: tf.Tensor) -> np.ndarray:
        raise NotImplementedError

    def summary(self, points):
        raise NotImplementedError


class Unfitted:
    def predict(self, points: tf.Tensor) -> NoReturn:
        raise RuntimeError("fit it first")


class Squares:
    def __init__(self):
        self.summaries = 0

    def predict(self, points):
        return tf.square(points), tf.abs(points)

    def log_prior(self):
        return tf.constant(3.0)

    def evaluate(self, points):
        return np.square(points.numpy())

    def summary(self, points):
        self.summaries += 1
        return points * float(self.summaries)


def lower_bound(model, beta):
    # tf: same
    def acquisition(x):  # expect: convert unsafe
        mean, variance = model.predict(x)
        return mean - beta * tf.sqrt(variance)

    return acquisition


def posterior(model):
    # tf: same
    def density(x):  # expect: convert unsafe
        return tf.reduce_sum(x) + model.log_prior()

    return density


def evaluated(model):
    # tf: raises AttributeError "'SymbolicTensor' object has no attribute 'numpy'"
    def error(x):  # expect: undetermined HYB121
        return tf.square(model.evaluate(x) - x)

    return error


def summed(model):
    # tf: differs
    def counted(x):  # expect: undetermined HYB121
        return tf.square(model.summary(x))

    return counted


def dropped(model):
    # tf: same
    def called(x):  # expect: undetermined HYB121
        model.predict(x)
        return tf.square(x)

    return called


model = globals()["Squares"]()
bound, density = lower_bound(model, 2.0), posterior(model)
error, counted, called = evaluated(model), summed(model), dropped(model)
for x in (tf.constant([1.0, 2.0]), tf.constant([3.0, 4.0])):
    for function in (bound, density, error, counted, called):
        function(x)
