"""Operations and layers that need a length which a graph does not know: rows repeated by a list, axes of a reshape."""

import keras
import tensorflow as tf

norm = keras.layers.LayerNormalization()
norm.build([None, 6])


# tf: raises ValueError "Cannot infer argument `num`"
def repeated(x):  # expect: HYB105
    return tf.unstack(tf.repeat(x, [1, 2], axis=0))


# tf: raises TypeError "Failed to convert elements"
def normalised(x, n):  # expect: HYB105
    return norm(tf.reshape(x, [n, -1]))


# tf: same
def normalised_rows(x, n):  # expect: convert
    return norm(tf.reshape(x, [n, 6]))


# tf: same
def repeated_alike(x):  # expect: convert
    return tf.unstack(tf.repeat(x, 2, axis=0))


x, n = tf.ones([2, 6]), tf.constant(2)
repeated(x)
normalised(x, n)
normalised_rows(x, n)
repeated_alike(x)
