"""The end of a dataset is `StopIteration` for Python only: a graph raises another error, when it runs."""

import tensorflow as tf


# tf: raises OutOfRangeError "End of sequence"
def first_or_zero(batches):  # expect: HYB113
    try:
        return next(batches) * 2.0
    except StopIteration:
        return tf.zeros([])


# tf: same
def first(batches):  # expect: convert
    return next(batches) * 2.0


none = iter(tf.data.Dataset.from_tensor_slices([1.0, 2.0]).take(0))
zero = first_or_zero(none)
some = iter(tf.data.Dataset.from_tensor_slices([1.0, 2.0]).repeat())
one, two = first(some), first(some)
