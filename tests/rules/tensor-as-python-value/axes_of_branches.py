"""How many axes a tensor has after a conditional of a graph, where a layer needs to know it."""

import json

import tensorflow as tf

dense, other = tf.keras.layers.Dense(2), tf.keras.layers.Dense(2)
settings = {"mirrored": True}
settings["noise"] = tf.ones([2, 1])


def changed(image):
    return tf.cond(tf.reduce_sum(image) > 0.0, lambda: image * 2.0, lambda: -image)


def flattened(image):
    return tf.cond(tf.reduce_sum(image) > 0.0, lambda: tf.zeros([4, 2]), lambda: tf.zeros([2]))


def mirrored(image):
    if settings.get("flattened"):
        image = tf.reshape(image, [-1])
    return changed(image)


read = tf.constant(json.loads("[[1.0, 2.0], [3.0, 4.0]]"))
images = iter(tf.data.Dataset.from_tensors(read).map(changed).repeat())
others = iter(tf.data.Dataset.from_tensors(read).map(flattened).repeat())
further = iter(tf.data.Dataset.from_tensors(read).map(mirrored).repeat())
dense(read)
other(read)


# tf: same
def of_changed():  # expect: convert unsafe
    return dense(next(images))


# tf: raises ValueError "ValueError: as_list() is not defined on an unknown TensorSha"
def of_flattened():  # expect: HYB105
    return other(next(others))


# tf: same
def of_mirrored():  # expect: convert unsafe
    return dense(next(further))


of_changed()
of_flattened()
of_mirrored()
