"""`update` puts the values of another dict into one, and not its keys."""

import tensorflow as tf


def halve(losses):  # expect: HYB102
    for name, value in losses.items():
        losses[name] = value / 2.0


# tf: same
def updated(x):  # expect: convert
    losses = {}
    losses.update({"mean": tf.reduce_mean(x), "sum": tf.reduce_sum(x)})
    for name, value in losses.items():
        losses[name] = value * 2.0
    return losses


# tf: same
def updated_in_place(x):  # expect: convert
    losses = {"mean": tf.reduce_mean(x)}
    losses |= {"sum": tf.reduce_sum(x)}
    halve(losses)
    return losses


# tf: same
def updated_by_pairs(x):  # expect: convert
    losses = {}
    losses.update([("mean", tf.reduce_mean(x))], sum=tf.reduce_sum(x))
    halve(losses)
    return losses


# tf: differs
def updated_with_a_number(x):  # expect: convert unsafe
    losses = {"mean": tf.reduce_mean(x)}
    losses.update({"count": 3})
    return losses


for _ in range(3):
    updated(tf.ones([4]))
    updated_in_place(tf.ones([4]))
    updated_by_pairs(tf.ones([4]))
    updated_with_a_number(tf.ones([4]))
