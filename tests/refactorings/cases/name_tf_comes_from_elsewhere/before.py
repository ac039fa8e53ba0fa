from common import *


def f(x):
    return tf.abs(x)
