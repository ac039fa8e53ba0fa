"""With `enable_numpy_behavior()`, tensors have `T` and some methods of NumPy's arrays, inside a graph and outside."""

import tensorflow as tf

tf.experimental.numpy.experimental_enable_numpy_behavior()


# tf: same
@tf.function
def turned(x):  # expect: keep
    return x.T * 2.0


# tf: same
def transposed(x):  # expect: convert
    return tf.matmul(x.T, x)


# tf: same
@tf.function
def flat(x):  # expect: keep
    return x.reshape([4]).astype(tf.float64).max()


x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
for step in range(2):
    turned(x)
    transposed(x)
    flat(x)
