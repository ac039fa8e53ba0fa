import tensorflow as tf


@tf.function
@print
@tf.function(
    jit_compile=True
)
@tf.compat.v2.function
def f(x):
    return x * 2
