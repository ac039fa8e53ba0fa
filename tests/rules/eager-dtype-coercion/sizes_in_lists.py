"""Numbers in a list of sizes are cast when the list is packed, in a graph and without; a tensor of sizes is taken as it is."""

import numpy as np
import tensorflow as tf

IMAGE = tf.reshape(tf.range(192.0), [1, 8, 8, 3])
BOX = tf.constant([[0.0, 0.0, 1.0, 0.5]])


# tf: same
def scaled(image, scale):  # expect: convert
    return tf.image.resize(image, (10 * scale, 12 * scale))


# tf: same
def widened(image, width):  # expect: convert
    return tf.image.resize(image, [7, width])


# tf: same
def cut_out(image, length):  # expect: convert
    return tf.image.crop_and_resize(image, BOX, [0], [length, 5])


# tf: raises ValueError "ValueError: 'size' must be a 1-D int32 Tensor"
def scaled_as_one(image, sizes):  # expect: HYB114
    return tf.image.resize(image, sizes)


for scale in (1.0, 1.38, 1.99):
    scaled(IMAGE, tf.constant(scale))
for width in (3, 4, 5):
    widened(IMAGE, tf.constant(width, tf.int64))
    cut_out(IMAGE, tf.constant(width, tf.int64))
for _ in range(3):
    scaled_as_one(IMAGE, np.array([5, 6]))
