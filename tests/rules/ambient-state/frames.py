"""Frames of the interpreter: AutoGraph runs a copy of the function, in which they are others."""

import inspect
import sys

import tensorflow as tf


# tf: differs
def of_stack(x):  # expect: HYB103
    return x * float(inspect.stack()[0].function == "of_stack")


# tf: differs
def of_frame(x):  # expect: HYB103
    return x * float(sys._getframe().f_code.co_name == "of_frame")


# tf: same
def of_signature(x):  # expect: convert
    return x * float(len(inspect.signature(of_stack).parameters))


point = tf.ones([2])
results = [of_stack(point), of_frame(point), of_signature(point)]
