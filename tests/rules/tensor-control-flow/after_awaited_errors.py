"""What follows a context that hides an error runs, whatever the body of the context does."""

import contextlib

import pytest
import tensorflow as tf


def fail(x):
    raise ValueError("never")


# tf: same
def after_raises(x):  # expect: convert
    with pytest.raises(ValueError):
        fail(x)
    return x * 2.0


# tf: same
def after_suppress(x):  # expect: convert
    with contextlib.suppress(ValueError):
        raise ValueError("never")
    return x * 2.0


# tf: raises AttributeError "AttributeError: 'SymbolicTensor' object has no attribute 'nu"
def numpy_after_raises(x):  # expect: HYB106
    with pytest.raises(ValueError):
        fail(x)
    return x * x[0].numpy()


for function in (after_raises, after_suppress, numpy_after_raises):
    function(tf.ones([2]))
