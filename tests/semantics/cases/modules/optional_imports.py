"""Imports that may fail, and the flags people set for them."""

from typing import TYPE_CHECKING

try:
    import tensorflow as tf
except ImportError:
    tf = None

try:
    import tensorflow_addons as tfa

    HAS_ADDONS = True
except ImportError:
    HAS_ADDONS = False

try:
    import tensorflow.compat.v2 as tf2
except ImportError:
    import tensorflow as tf2

try:
    from math import prod
except ImportError:

    def prod(values):  # fact: called=true
        result = 1
        for value in values:
            result *= value
        return result


if TYPE_CHECKING:
    from collections.abc import Callable


def activate(x):  # fact: verdict=convert safe=true x:tensor:float32:[2] tensor_computation=true
    return tf.nn.relu(x)


def squared(x):  # fact: verdict=convert safe=true x:tensor:float32:[2]
    return tf2.square(x)


def guarded(x):  # fact: x:tensor:float32:[2] verdict=convert safe=true
    if tf is None:
        raise RuntimeError("TensorFlow is missing")
    return tf.abs(x)


def flagged(x):  # fact: x:tensor:float32:[2] verdict=convert refusals=-
    if HAS_ADDONS:
        return tfa.activations.gelu(x)
    return tf.nn.gelu(x)


def sized(x):  # fact: x:tensor:float32:[2] verdict=convert safe=true
    return tf.reshape(x, [prod([1, 2])])


value = tf.constant([1.0, 2.0])
activate(value)
squared(value)
guarded(value)
flagged(value)
sized(value)
