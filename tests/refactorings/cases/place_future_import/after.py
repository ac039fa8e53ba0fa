"""Doc."""

from __future__ import annotations

import tensorflow as tf

__all__ = ["f"]


@tf.function
def f(x):
    return x * 2
