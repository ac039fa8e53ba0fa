"""Arrays that random generators draw have known shapes, so the traces of what receives them are known."""

import random

import numpy as np
import tensorflow as tf

OLD = np.random.RandomState(0)
NEW = np.random.default_rng(0)
PYTHON = random.Random(0)


# tf: traces 1
def normal(x):  # fact: x:array:float64:[2,3] traces=1
    return tf.reduce_sum(x)


# tf: traces 2
def batches(x):  # fact: x:tensor:float32 traces=2
    return x * 2.0


# tf: traces 1
def typed(x):  # fact: x:tensor:float32:[4] traces=1
    return x * 2.0


# tf: traces 1
def labels(x):  # fact: x:tensor:int64:[5] traces=1
    return x + 1


# tf: traces 1
def listed(x):  # fact: x:tensor:float32:[?,2]
    return tf.reduce_sum(x)


# tf: traces 3
def rates(x, rate):  # fact: rate:primitive:?:? traces=null
    return x * rate


normal(OLD.randn(2, 3))
normal(OLD.normal(0.0, 1.0, size=(2, 3)))
batches(tf.constant(OLD.rand(4), tf.float32))
batches(tf.constant(NEW.random((5,)), tf.float32))
typed(tf.constant(NEW.standard_normal(4, dtype=np.float32)))
labels(tf.constant(NEW.integers(0, 3, 5)))
rows = []
for _ in range(3):
    rows.append(OLD.randn(2))
listed(tf.constant(np.array(rows, "float32")))
for _ in range(3):
    rates(tf.ones([2]), PYTHON.random())
