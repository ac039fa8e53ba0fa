"""What objects of Keras keep to themselves is changed through their dicts, and in classes that the program derives."""

import keras
import tensorflow as tf

y = tf.constant([[1.0], [2.0]])


class Derived(keras.losses.Huber):
    pass


by_dict = keras.losses.Huber(delta=1.0)
by_vars = keras.losses.Huber(delta=1.0)
derived = Derived(delta=1.0)
updated = Derived(delta=1.0)
untouched = Derived(delta=1.0)


# tf: differs
def of_dict(p):  # expect: HYB104
    return by_dict(y, p)


# tf: differs
def of_vars(p):  # expect: HYB104
    return by_vars(y, p)


# tf: differs
def of_derived(p):  # expect: HYB104
    return derived(y, p)


# tf: differs
def of_updated(p):  # expect: HYB104
    return updated(y, p)


# tf: same
def as_made(p):  # expect: convert
    return untouched(y, p)


RESULTS = []
for turn in range(3):
    p = y * 9.0
    RESULTS += [of_dict(p), of_vars(p), of_derived(p), of_updated(p), as_made(p)]
    by_dict.__dict__["_fn_kwargs"] = {"delta": 0.1}
    vars(by_vars)["_fn_kwargs"]["delta"] = 0.1
    derived._fn_kwargs["delta"] = 0.1
    updated._fn_kwargs.update(delta=0.1)
