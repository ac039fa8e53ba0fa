"""The classes of arguments that TensorFlow's functions look at before they run.

TensorFlow remembers for each class whether it has implementations of its own, and asks Python about a class that it has
not met.  While it asks, another thread may run.  Several threads whose first products were asked about at once ended the
process with a segmentation fault, in that check, on an argument that was gone (TensorFlow 2.21; how it came to be gone was
not found).  A class that was met is looked up without asking.  So the usual ones are asked about before a network is called.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import tensorflow as tf

try:
    from tensorflow.python.util.dispatch import _is_instance_checker_cache as checkers
except ImportError:  # an internal name: without it, nothing is asked ahead
    checkers = {}


@cache
def know_classes() -> None:
    """Lets TensorFlow ask about the classes of arguments that networks and most programs have; done once."""
    values = _examples()
    for checker in list(checkers.values()):
        for value in values:
            checker.Check(value)


def _examples() -> list[Any]:
    """One of each class."""
    with tf.init_scope():
        eager, variable = tf.constant(0.0), tf.Variable(0.0)
    with tf.Graph().as_default():
        symbol = tf.compat.v1.placeholder(tf.float32)
    dtypes = (np.float16, np.float32, np.float64, np.int32, np.int64, np.uint8, np.bool_)
    arrays = [np.zeros(1), *(dtype(0) for dtype in dtypes)]
    slices = tf.IndexedSlices(symbol, symbol)
    plain = [0.0, 0, False, 0j, "", b"", [], (), {}, None, slice(None), Ellipsis]
    of_tensorflow = [tf.float32, tf.TensorShape([]), tf.TensorShape([1]).dims[0], slices]
    return [eager, variable, symbol, *arrays, *plain, *of_tensorflow]
