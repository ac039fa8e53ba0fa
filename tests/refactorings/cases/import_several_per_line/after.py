import os, tensorflow as tf; import sys


@tf.function
def f(x):
    return x * 2
