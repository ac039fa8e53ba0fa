"""Numbers of NumPy that are used as those of Python: a graph gets a tensor, which multiplies, has no hash and is no number."""

import numbers

import numpy as np
import tensorflow as tf

FACTORS = {2: 0.5, 3: 2.0}


# tf: differs
def repeated(x, n):  # expect: HYB107
    return tf.concat([x] * n, axis=0)


# tf: differs
def tuples(x, n):  # expect: HYB107
    return tf.concat(n * (x, x), axis=0)


# tf: raises TypeError "unhashable"
def looked_up(x, n):  # expect: HYB105
    return tf.exp(x) * FACTORS.get(n, 1.0)


# tf: differs
def tested(x, n):  # expect: convert unsafe
    return tf.exp(x) * 2.0 if isinstance(n, numbers.Integral) else tf.exp(x)


# tf: same
def tiled(x, n):  # expect: convert
    return tf.exp(x) * tf.cast(n, tf.float32)


x = tf.constant([1.0, 2.0])
results = [repeated(x, np.int64(3)), tuples(x, np.int64(2)), tiled(x, np.int64(3))]
results += [looked_up(x, np.int64(3)), tested(x, np.int64(3))]
