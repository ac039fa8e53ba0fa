"""`from tensorflow import *` brings `function` and the operations."""

from tensorflow import *


@function
def traced(x):  # fact: hybrid=true tensor_parameter=true
    return square(x)


def eager(x):  # fact: hybrid=false tensor_parameter=true tensor_computation=true verdict=convert
    return square(x)


traced(ones([2]))
eager(ones([2]))
