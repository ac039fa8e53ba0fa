"""One library under several names, bound again, and through attributes of a namespace object."""

import numpy
import numpy as onp
import tensorflow
import tensorflow as tf
import tensorflow.keras as K
from tensorflow import Tensor as T
from tensorflow import math as tm
from tensorflow.math import reduce_sum as total

tnp = tf
ops = tm


class backend:
    square = tf.square
    module = tf


def aliases(x):  # fact: tensor_computation=true verdict=convert safe=true x:tensor:float32:[2]
    return total(tnp.square(x)) + ops.reduce_mean(x) + tensorflow.reduce_max(x)


def through_class(x):  # fact: tensor_computation=true verdict=convert safe=true
    return backend.square(x) + backend.module.abs(x)


def arrays(x):  # fact: numpy_on_parameters=true verdict=keep refusals=no-tensor-computation,numpy-on-tensor
    return onp.sin(x) + numpy.cos(x)


def local_import(x):  # fact: verdict=convert safe=true
    from tensorflow import nn

    return nn.relu(x)


aliases(tf.constant([1.0, 2.0]))
through_class(tf.constant([1.0, 2.0]))
arrays(tf.constant([1.0, 2.0]))
local_import(tf.constant([1.0, 2.0]))
