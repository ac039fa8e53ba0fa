"""Numbers that a branch has compared with a literal: in it they are that number."""

import sys

import tensorflow as tf

WEIGHTS = [tf.Variable(1.0), tf.Variable(2.0), tf.Variable(3.0)]
STAGES = 3 * len(sys.argv[:1])


# tf: same
def last(stage, x):  # expect: convert
    return tf.reduce_sum(tf.exp(WEIGHTS[stage] * x))


# tf: same
def first(stage, x):  # expect: convert
    return tf.reduce_mean(tf.exp(WEIGHTS[stage] * x))


# tf: same
def others(stage, x):  # expect: HYB117
    return tf.reduce_max(tf.exp(WEIGHTS[stage] * x))


# tf: same
def named(mode, x):  # expect: convert
    return x * 2.0 if mode == "train" else x


def run(stage, mode, x):
    if stage == 2:
        result = last(stage, x)
    elif 0 != stage:
        result = others(stage, x)
    elif stage != 0:
        raise ValueError(stage)
    else:
        result = first(stage, x)
    if mode != "train":
        return result
    return named(mode, result)


RESULTS = []
for epoch in range(3):
    for index in range(STAGES):
        RESULTS.append(run(index, "train" if index else sys.platform, tf.ones(3)))
