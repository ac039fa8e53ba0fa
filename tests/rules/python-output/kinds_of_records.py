"""The records that TensorBoard makes: of each the step is an argument.  (TensorFlow alone makes none.)"""

import tempfile

import tensorflow as tf

writer = tf.summary.create_file_writer(tempfile.mkdtemp())


def step(x, at):  # expect: convert unsafe
    loss = tf.reduce_sum(tf.square(tf.tanh(x)))
    tf.summary.scalar("loss", loss, step=at)
    tf.summary.histogram("inputs", x, at)
    return loss


def heard(x, at):  # expect: convert unsafe
    tf.summary.audio("sound", tf.tanh(x), 16000, at)
    return tf.reduce_sum(x)


def heard_without_step(x):  # expect: HYB101
    tf.summary.audio("sound", tf.tanh(x), 16000)
    return tf.reduce_sum(x)


def with_a_writer_of_its_own(x, at):  # expect: HYB101
    with tf.summary.create_file_writer(tempfile.gettempdir()).as_default():
        tf.summary.scalar("loss", tf.reduce_sum(x), step=at)
    return x * 2.0


with writer.as_default():
    for number in range(3):
        at = tf.constant(number, tf.int64)
        step(tf.ones([3]), at)
        heard(tf.ones([3, 4, 1]), at)
        heard_without_step(tf.ones([3, 4, 1]))
        with_a_writer_of_its_own(tf.ones([3]), at)
