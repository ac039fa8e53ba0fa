"""Steps that change variables and get nothing but a few constants: one graph computes something else at every call."""

import tensorflow as tf

image = tf.Variable([1.0, 2.0])
target = tf.constant([3.0, 5.0])


# tf: same, traces 1
def step(loss, rate):  # expect: convert
    with tf.GradientTape() as tape:
        loss += tf.reduce_sum(tf.square(image - target))
    image.assign_sub(rate * tape.gradient(loss, image))
    return loss


# tf: same, traces 2
def shifted(amount):  # expect: convert
    image.assign_add([1.0, 1.0])
    return image * amount


def table(length):  # expect: HYB116
    return tf.range(length, dtype=tf.float32) * 2.0


RESULTS = [step(0, 0.1) for _ in range(3)] + [shifted(2.0), shifted(3.0), shifted(2.0), table(3)]
