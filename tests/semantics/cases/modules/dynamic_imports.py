"""`importlib.import_module` and `__import__` with constant names."""

import importlib

import tensorflow

tf = importlib.import_module("tensorflow")
np = __import__("numpy")


def computes(x):  # fact: x:tensor:float32:[2] verdict=convert safe=true
    return tf.square(x)


def uses_numpy(x):  # fact: x:tensor:float32:[2] numpy_on_parameters=true verdict=keep refusals=no-tensor-computation,numpy-on-tensor
    return np.square(x)


computes(tensorflow.constant([1.0, 2.0]))
uses_numpy(tensorflow.constant([1.0, 2.0]))
