"""What comes out of Python functions that run as operations: no static shape, and perhaps no gradient."""

import numpy as np
import tensorflow as tf

dense = tf.keras.layers.Dense(2, kernel_initializer="ones")
dense.build((None, 2))


# tf: same
def times_itself(x):  # expect: convert HYB131
    y = tf.numpy_function(np.square, [x], tf.float32)
    return tf.matmul(y, y)


# tf: raises ValueError "ValueError: as_list() is not defined on an unknown TensorSha"
def into_layer(x):  # expect: HYB105, HYB131
    return dense(tf.numpy_function(np.square, [x], tf.float32))


# tf: same
def into_layer_with_shape(x):  # expect: convert HYB131
    y = tf.numpy_function(np.square, [x], tf.float32)
    return dense(tf.ensure_shape(y, [2, 2]))


# tf: raises ValueError "ValueError: Cannot take the length of shape with unknown ran"
def into_loss(x):  # expect: HYB105, HYB131
    y = tf.numpy_function(np.square, [x], tf.float32)
    return tf.keras.losses.MeanSquaredError()(x, y)


# tf: raises ValueError "ValueError: 'images' contains no shape."
def into_image(x):  # expect: HYB105, HYB131
    y = tf.numpy_function(np.square, [x[None, :, :, None]], tf.float32)
    return tf.image.resize(y, [2, 2])


# tf: same
def with_gradient(x):  # expect: convert HYB131
    with tf.GradientTape() as tape:
        tape.watch(x)
        z = tf.reduce_sum(tf.py_function(lambda v: v * v, [x], tf.float32))
    return tape.gradient(z, x)


def squares(x):
    return tf.numpy_function(np.square, [x], tf.float32)


# tf: same
def calls_it(x):  # expect: convert
    return squares(x) + 1.0


# tf: same
def in_tensorflow(x):  # expect: convert
    return tf.matmul(tf.square(x), x)


values = tf.constant([[1.0, 2.0], [3.0, 4.0]])
times_itself(values)
into_layer(values)
into_layer_with_shape(values)
into_loss(values)
into_image(values)
with_gradient(values)
calls_it(values)
in_tensorflow(values)
