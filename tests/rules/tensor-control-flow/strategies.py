"""`strategy.run` calls its function like a written call: control flow is converted, what Python does is done once per trace."""

import tensorflow as tf

LOG = []
DEFAULT = tf.distribute.get_strategy()
MIRRORED = tf.distribute.MirroredStrategy(["/cpu:0"])
ONE = tf.distribute.OneDeviceStrategy("/cpu:0")


def signed(v):
    if tf.reduce_sum(v) > 0.0:
        v = v * 2.0
    return v


def noisy(v):
    LOG.append(1)
    return v * 2.0


# tf: same
def by_default(x):  # expect: convert
    return DEFAULT.run(signed, args=(x,))


# tf: same
def by_mirrored(x):  # expect: convert
    return MIRRORED.run(signed, (x,))


# tf: same
def by_one_device(x):  # expect: convert
    return ONE.run(signed, args=[x])


# tf: same
def by_reduction(x):  # expect: convert
    return MIRRORED.reduce("SUM", MIRRORED.run(lambda v: v * 2.0, args=(x,)), axis=None)


# tf: same
def by_mean(x):  # expect: convert
    return DEFAULT.reduce(tf.distribute.ReduceOp.MEAN, DEFAULT.run(signed, args=(x,)), axis=0)


# tf: differs
def by_noisy(x):  # expect: HYB102
    return MIRRORED.run(noisy, args=(x,))


# tf: same
def under_scope(x):  # expect: convert
    with DEFAULT.scope():
        return signed(x) / float(DEFAULT.num_replicas_in_sync)


x = tf.constant([1.0, 2.0])
for value in (x, -x):
    by_default(value)
    by_mirrored(value)
    by_one_device(value)
    by_reduction(value)
    by_mean(value)
    by_noisy(value)
    under_scope(value)
