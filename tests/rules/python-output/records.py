"""Records of `tf.summary` are operations: a graph makes them at every call, for the writer that was there at first."""

import tempfile

import tensorflow as tf

writer = tf.summary.create_file_writer(tempfile.mkdtemp())


# tf: same
def step(x, at):  # expect: convert unsafe
    loss = tf.reduce_sum(tf.square(tf.tanh(x)))
    tf.summary.write("loss", loss, step=at)
    return loss


# tf: same
def step_by_position(x, at):  # expect: convert unsafe
    recorded = tf.summary.write("inputs", x, at)
    return tf.reduce_sum(tf.square(tf.tanh(x))) * tf.cast(recorded, tf.float32)


# tf: same
def step_with_writer(x, at):  # expect: convert unsafe
    loss = tf.reduce_sum(tf.square(tf.tanh(x)))
    with writer.as_default():
        recorded = tf.summary.write("loss", loss, step=at)
    return loss * tf.cast(recorded, tf.float32)


# tf: differs
def recorded_by_the_first_writer(x, at):  # expect: convert unsafe
    recorded = tf.summary.write("loss", tf.reduce_sum(x), step=at)
    return x * tf.cast(recorded, tf.float32)


# tf: differs
def with_the_default_step(x):  # expect: HYB101, HYB106
    step = tf.summary.experimental.get_step()
    tf.summary.write("loss", tf.reduce_sum(x))
    return x * float(step)


# tf: same
def with_a_step_that_it_sets(x):  # expect: HYB101
    loss = tf.reduce_sum(tf.square(tf.tanh(x)))
    with writer.as_default(step=3):
        tf.summary.write("loss", loss)
    return loss


recorded_by_the_first_writer(tf.ones([3]), tf.constant(0, tf.int64))
with writer.as_default():
    for number in range(3):
        tf.summary.experimental.set_step(number)
        step(tf.ones([3]), tf.constant(number, tf.int64))
        step_by_position(tf.ones([3]), tf.constant(number, tf.int64))
        step_with_writer(tf.ones([3]), tf.constant(number, tf.int64))
        recorded_by_the_first_writer(tf.ones([3]), tf.constant(number, tf.int64))
        with_the_default_step(tf.ones([3]))
        with_a_step_that_it_sets(tf.ones([3]))
