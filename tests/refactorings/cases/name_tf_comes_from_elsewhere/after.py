from common import *
import tensorflow


@tensorflow.function
def f(x):
    return tf.abs(x)
