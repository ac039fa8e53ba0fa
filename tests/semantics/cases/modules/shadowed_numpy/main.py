import numpy as np
import tensorflow as tf


def wave(x):  # fact: numpy_on_parameters=false verdict=convert safe=true
    return np.sin(x)


wave(tf.constant([1.0, 2.0]))
