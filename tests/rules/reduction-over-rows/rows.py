"""Normalising rows, each by its own number or all by one."""

import tensorflow as tf


# tf: same
def shares(x):  # expect: convert HYB134
    return x / tf.reduce_sum(x)


# tf: same
def centred(x):  # expect: convert HYB134
    return x - tf.reduce_mean(x)


# tf: same
def softmax(x):  # expect: convert HYB134
    return tf.exp(x) / tf.reduce_sum(tf.exp(x))


# tf: same
def shares_of_rows(x):  # expect: convert
    return x / tf.reduce_sum(x, axis=-1, keepdims=True)


# tf: same
def of_the_whole_table(x):  # expect: convert
    return x / tf.reduce_sum(x, axis=None)


# tf: same
def loss(x):  # expect: convert
    return tf.reduce_mean(tf.square(x)) / tf.reduce_sum(x)


# tf: same
def standardised_image(image):  # expect: convert
    return image - tf.reduce_mean(image)


# tf: same
def shares_of_a_vector(vector):  # expect: convert
    return vector / tf.reduce_sum(vector)


one = tf.constant([[1.0, 3.0]])
two = tf.constant([[1.0, 3.0], [4.0, 2.0]])
alone, together = shares(one)[0], shares(two)[0]
assert float(tf.reduce_max(tf.abs(alone - together))) > 0.1, "the first row depends on the second"
alone, together = shares_of_rows(one)[0], shares_of_rows(two)[0]
assert float(tf.reduce_max(tf.abs(alone - together))) == 0.0, "rows do not depend on each other"
centred(two)
softmax(two)
of_the_whole_table(two)
loss(two)
standardised_image(tf.ones([2, 2, 3]))
shares_of_a_vector(one[0])
