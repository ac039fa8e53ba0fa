import lib
import tensorflow as tf


def through(x):  # fact: x:tensor:float32:[2] verdict=convert
    return lib.other.unknown(x)


def found(x):  # fact: x:tensor:float32:[2] verdict=convert safe=true
    return lib.work.scaled(x)


try:
    through(tf.constant([1.0, 2.0]))
except AttributeError:
    pass
found(tf.constant([1.0, 2.0]))
