"""Which argument makes the keys differ, at which line, with how many values; and numbers of traces without a bound."""

import sys

import tensorflow as tf


# tf: traces 5
def by_epoch(x, epoch):  # fact: traces=5
    return x * float(epoch)


# tf: traces 2
def by_shape(x, scale):  # fact: traces=2
    return x * scale


# tf: traces 3
def by_both(x, mode):  # fact: traces=3
    return x if mode == "same" else -x


# tf: traces 1
def without_end(x, i):  # fact: traces=null
    return x * float(i)


# tf: traces 1
def without_cause(x):  # fact: traces=1
    return x * 2.0


x = tf.constant([1.0, 2.0])
for epoch in range(5):
    by_epoch(x, epoch)
    without_cause(x)
by_shape(x, 2.0)
by_shape(x[:1], 2.0)
by_both(x, "same")
by_both(x, "other")
by_both(x[:1], "other")
for i in range(len(sys.argv)):
    without_end(x, i)
