from tools import function
from web import tf


@function
def f(x):
    return x


@tf.route.function
def g(x):
    return x
