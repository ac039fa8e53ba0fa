"""Doc."""; from __future__ import annotations

import tensorflow as tf


@tf.function
def f(x):
    return x * 2
