"""pytest supplies the arguments of tests: results of fixtures and values of `parametrize`."""

import pytest
import tensorflow as tf


class Model:
    def __init__(self, rate):  # fact: rate:primitive
        self.rate = rate

    def scaled(self, x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
        return x * self.rate


@pytest.fixture(name="unused")
def other():  # fact: tensor_parameter=false
    return 1


@pytest.fixture
def value():  # fact: tensor_parameter=false tensor_computation=true
    return tf.constant([1.0, 2.0])


@pytest.fixture(scope="module")
def model(rate):  # fact: rate:primitive
    yield Model(rate)
    tf.print("done")


@pytest.fixture
def rate():  # fact: tensor_parameter=false
    return 0.5


def test_model(model, value):  # fact: value:tensor:float32:[2] model:object
    model.scaled(value)


@pytest.mark.parametrize("n", [1, 2, 3])
def test_power(n, value):  # fact: n:primitive value:tensor:float32:[2]
    power(value, n)


@pytest.mark.parametrize("shape, dtype", [([2], tf.float32), ([3], tf.float32)])
def test_zeros(shape, dtype):  # fact: called=false
    halved(tf.zeros(shape, dtype))


def power(x, n):  # fact: called=true x:tensor:float32:[2] n:primitive verdict=convert
    return x**n


def halved(x):  # fact: called=true x:tensor:float32 verdict=convert
    return x / 2.0
