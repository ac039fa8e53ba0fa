"""Writers of summaries, checkpoints and averages as arguments: one trace for each object, which has the object itself."""

import tempfile

import tensorflow as tf

first = tf.summary.create_file_writer(tempfile.gettempdir())
second = tf.summary.create_file_writer(tempfile.gettempdir())
nothing = tf.summary.create_noop_writer()
weight = tf.Variable(2.0)
kept = tf.train.Checkpoint(weight=weight)


# tf: same
def recorded(writer, x, at):  # expect: convert unsafe
    loss = tf.reduce_sum(tf.square(tf.tanh(x)))
    with writer.as_default():
        written = tf.summary.write("loss", loss, step=at)
    return loss * tf.cast(written, tf.float32)


# tf: same
def over_an_epoch(writer, dataset, before):  # expect: convert unsafe
    total, batches = tf.constant(0.0), tf.constant(0, tf.int64)
    for batch in dataset:
        total += tf.reduce_sum(batch)
        batches += 1
        with writer.as_default():
            tf.summary.write("loss", total, step=before + batches)
    return total, batches


# tf: same
def with_a_checkpoint(checkpoint, x):  # expect: convert
    return tf.square(tf.tanh(x)) * checkpoint.weight


# tf: raises TypeError "Could not generate a generic TraceType"
def with_options(options, x):  # expect: HYB120
    return tf.square(tf.tanh(x)) * (1.0 if options is None else 2.0)


for number in range(3):
    at = tf.constant(number, tf.int64)
    recorded(first, tf.ones([3]), at)
    recorded(second, tf.ones([3]), at)
    recorded(nothing, tf.ones([3]), at)
    over_an_epoch(first, tf.data.Dataset.from_tensor_slices(tf.ones([2, 3])), at)
    with_a_checkpoint(kept, tf.ones([3]))
    with_options(tf.data.Options(), tf.ones([3]))
