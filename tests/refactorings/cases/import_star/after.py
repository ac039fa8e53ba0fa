from tensorflow import *


@function(input_signature=[TensorSpec(shape=[None, 2], dtype=float32)])
def f(x):
    return x * 2
