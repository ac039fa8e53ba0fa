"""A module that is imported once more is the same one; a name that is given something else is not."""

import numpy as np
import tensorflow as tf
from tensorflow.nn import relu as activation

x = tf.constant([0.5, -2.0, 3.0])


# tf: same
def reads_modules(x):  # expect: convert
    return tf.tanh(x) * np.pi


# tf: differs
def reads_a_function(x):  # expect: HYB104
    return activation(x)


results = [reads_modules(x), reads_a_function(x)]

import numpy as np  # noqa: E402
import tensorflow as tf  # noqa: E402
from tensorflow.nn import elu as activation  # noqa: E402

results += [reads_modules(x), reads_a_function(x)]
