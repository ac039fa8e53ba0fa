"""`tf.config.run_functions_eagerly` that an option decides, or that is taken back: graphs stay graphs."""

import tensorflow as tf

DEBUG = bool(int("0"))

if DEBUG:
    tf.config.run_functions_eagerly(True)


# tf: raises AttributeError "AttributeError: 'SymbolicTensor' object has no attribute 'numpy'"
@tf.function
def value(x):  # expect: HYB106
    return tf.constant(float(tf.reduce_sum(x).numpy()))


value(tf.ones([3]))
