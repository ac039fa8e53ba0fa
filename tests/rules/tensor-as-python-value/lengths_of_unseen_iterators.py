"""What an iterator gives that cannot be seen: a graph can take it from a dataset only, whose batches have no length there."""

import numpy as np
import tensorflow as tf

SOURCE = "iter(tf.data.Dataset.from_tensor_slices((np.ones((9, 2), np.float32), np.arange(9.0))).batch(2).repeat())"
first, second, third, fourth = (eval(SOURCE, {"np": np, "tf": tf}) for _ in range(4))


# tf: differs
def length(iterator):  # expect: HYB105
    x, y = next(iterator)
    return tf.reduce_sum(x) * float(y.shape[0] or 1)


# tf: differs
def length_of_pair(iterator):  # expect: HYB105
    pair = next(iterator)
    return tf.reduce_sum(pair[0]) * float(pair[1].shape[0] or 1)


# tf: same
def measured(iterator):  # expect: convert unsafe
    x, y = next(iterator)
    return tf.reduce_sum(tf.exp(x)) * tf.cast(tf.shape(y)[0], tf.float32)


# tf: same
def of_element(x, y):  # expect: convert unsafe
    return tf.reduce_sum(tf.exp(x)) * float(y.shape[0] or 1)


results = [length(first), length_of_pair(second), measured(third), of_element(*next(fourth))]
