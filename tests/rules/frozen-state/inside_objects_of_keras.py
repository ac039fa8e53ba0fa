"""What objects of Keras keep to themselves is changed between calls: the settings of a loss, and the function that it wraps."""

import keras
import tensorflow as tf

y = tf.constant([[1.0], [2.0]])
huber = keras.losses.Huber(delta=1.0)
smoothed = keras.losses.BinaryCrossentropy()
replaced = keras.losses.MeanSquaredError()
measured = keras.metrics.MeanMetricWrapper(keras.losses.huber, delta=1.0)
untouched = keras.losses.Huber(delta=1.0)
renamed = keras.losses.MeanSquaredError()
untouched._fn_kwargs["delta"] = 3.0


# tf: differs
def of_entries(p):  # expect: HYB104
    return huber(y, p)


# tf: differs
def of_updates(p):  # expect: HYB104
    return smoothed(y, p)


# tf: differs
def of_functions(p):  # expect: HYB104
    return replaced(y, p)


# tf: differs
def of_metrics(p):  # expect: HYB104
    measured.update_state(y, p)
    return tf.reduce_sum(p)


# tf: same
def as_made(p):  # expect: convert
    return untouched(y, p)


# tf: same
def of_another_name(p):  # expect: convert
    return renamed(y, p)


RESULTS = []
for turn in range(3):
    p = y * 0.2
    RESULTS += [of_entries(p * 40.0), of_updates(p), of_functions(p), of_metrics(p * 40.0), measured.result()]
    RESULTS += [as_made(p), of_another_name(p)]
    huber._fn_kwargs["delta"] = 2.0 + turn
    smoothed._fn_kwargs.update(label_smoothing=0.1 * (turn + 1))
    replaced.fn = keras.losses.mean_absolute_error
    options = measured._fn_kwargs
    options["delta"] = 2.0
    renamed._name = f"loss_{turn}"
