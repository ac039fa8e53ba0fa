"""Functions of the first version that only compute, and conditionals that take lists of one element apart eagerly."""

import tensorflow as tf

mirrored = tf.distribute.MirroredStrategy(["/cpu:0"])


# tf: same
def clipped(x):  # expect: convert
    limited = tf.compat.v1.cond(tf.reduce_sum(x) > 4.0, lambda: tf.minimum(x, 1.0), lambda: x)
    return tf.compat.v1.to_float(limited) + tf.compat.v1.div(x, 2.0)


# tf: same
def chosen(x):  # expect: convert
    return tf.compat.v1.case([(tf.reduce_sum(x) > 4.0, lambda: x)], default=lambda: x + 1.0)


# tf: differs
def single(x):  # expect: HYB109
    return tf.compat.v1.cond(tf.reduce_sum(x) > 4.0, lambda: [x], lambda: [x + 1.0])


# tf: same
def resized(images):  # expect: convert
    return tf.compat.v1.image.resize_images(images, (4, 4)) * 2.0


# tf: same
def gathered(x, strategy):  # expect: convert
    return tf.concat(strategy.experimental_local_results(x), axis=0) * 2.0


for _ in range(2):
    clipped(tf.constant([1.0, 5.0]))
    chosen(tf.constant([1.0, 5.0]))
    single(tf.constant([1.0, 5.0]))
    resized(tf.ones([1, 2, 2, 3]))
    gathered(tf.ones([2, 2]), mirrored)
