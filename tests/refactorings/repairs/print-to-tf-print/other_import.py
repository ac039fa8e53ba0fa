# unsafe
"""Docstring."""
from tensorflow import reduce_max


def step(x):
    print("step")
    return reduce_max(x) * 2 + reduce_max(x)


import tensorflow

print("start")
results = [step(tensorflow.constant([1, 5, 2]))]
