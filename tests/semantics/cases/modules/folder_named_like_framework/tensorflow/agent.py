"""In a folder of scripts for a framework its name means the framework, although the folder is a package."""

import tensorflow as tf


def doubled(x):  # fact: x:tensor:float32:[2] tensor_computation=true verdict=convert safe=true
    return tf.square(x) + x
