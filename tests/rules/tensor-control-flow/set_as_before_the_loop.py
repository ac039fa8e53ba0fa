"""A loop over a tensor sets a variable by the call that set it before, or by a choice between it and something else."""

import tensorflow as tf

kernel = tf.Variable(2.0)


# tf: same
def step(x):  # expect: convert
    loss = {"mean": tf.reduce_mean(x * kernel)}
    loss["whole"] = {"sum": tf.reduce_sum(x)}
    loss["double"] = 2.0 * loss["mean"]
    return loss


def counted(x):  # expect: convert unsafe
    return {"mean": tf.reduce_mean(x), "count": 3}


# tf: same
def several_steps(x, steps):  # expect: convert unsafe
    losses = step(x)
    for _ in tf.range(steps - 1):
        losses = step(x)
    return losses


# tf: differs
def several_counted_steps(x, steps):  # expect: HYB109
    losses = counted(x)
    for _ in tf.range(steps - 1):
        losses = counted(x)
    return losses


# tf: same
def latest(rows, ends, start):  # expect: convert unsafe
    best = tf.fill([tf.shape(rows)[1]], start)
    for k in tf.range(tf.shape(rows)[0]):
        best = tf.where(ends == k, rows[k], best)
    return best


# tf: raises TypeError "dtype"
def of_another_dtype(rows, ends, start):  # expect: HYB109
    best = tf.fill([tf.shape(rows)[1]], start)
    for k in tf.range(tf.shape(rows)[0]):
        best = tf.cast(tf.where(ends == k, rows[k], best), tf.float64)
    return best


for _ in range(3):
    several_steps(tf.ones([4]), tf.constant(3))
    several_counted_steps(tf.ones([4]), tf.constant(3))
    latest(tf.ones([3, 2]), tf.constant([0, 1]), tf.constant(9.0))
    of_another_dtype(tf.ones([1, 2]), tf.constant([0, 1]), tf.constant(9.0))
