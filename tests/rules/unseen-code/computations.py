"""Unseen code that is given tensors, and unseen code that is there for something else."""

import importlib


import tensorflow as tf
from absl import logging

tensors = importlib.import_module(".".join(["tensorflow", "math"]))
console = importlib.import_module("".join(["built", "ins"]))
options = importlib.import_module("".join(["s", "ys"])).float_info


# tf: same
def through_an_attribute(x):  # expect: convert unsafe
    return tensors.softplus(x) + 1.0


# tf: same
def twice_through_unseen_code(x):  # expect: convert unsafe
    return tensors.tanh(tensors.softplus(x))


# tf: same
def branches_on_an_option(x):  # expect: convert unsafe
    if options.dig:
        return x * 2.0
    return x


# tf: same
def reads_a_library(x):  # expect: convert unsafe
    return x * float(logging.ERROR)


# tf: differs
def drops_the_result(x):  # expect: undetermined HYB121
    console.print("called")
    return x * 2.0


# tf: raises AttributeError "has no attribute 'numpy'"
def takes_values(x):  # expect: HYB106
    return tensors.softplus(x) + tf.reduce_sum(x).numpy()


# tf: raises AttributeError "has no attribute 'numpy'"
def asks_for_values(x):  # expect: undetermined HYB121
    return x * tensors.softplus(x).numpy()[0]


value = tf.constant([1.0, 2.0])
for function in (
    through_an_attribute,
    twice_through_unseen_code,
    branches_on_an_option,
    reads_a_library,
    drops_the_result,
    takes_values,
    asks_for_values,
):
    function(value)
