"""Calls through several paths, in branches and in loops."""

import sys

import tensorflow as tf


# tf: traces 1
def helper(x):  # fact: traces=1
    return x * 2.0


def left(x):
    return helper(x) + 1.0


def right(x):
    return helper(x * 3.0) - 1.0


# tf: traces 2
def each_its_own(x):  # fact: traces=2
    return x * 2.0


def smaller(x):
    return each_its_own(x[:1])


# tf: traces 1
def in_a_branch(x):  # fact: traces=1
    return x * 2.0


# tf: traces 1
def perhaps_more(x):  # fact: traces=null
    return x * 2.0


# tf: traces 1
def behind_a_return(x):  # fact: traces=1
    return x * 2.0


def leave_early(x):
    if len(sys.argv) > 50:
        return x
    return behind_a_return(x[:1])


# tf: traces 1
def one_call(x, options):  # fact: traces=1
    return x * 2.0


# tf: traces 1
def invariant(x, rate):  # fact: traces=1
    return x * rate


x = tf.constant([1.0, 2.0])
left(x)
right(x)
each_its_own(x)
smaller(x)
if len(sys.argv) < 50:
    in_a_branch(x)
perhaps_more(x)
if len(sys.argv) > 50:
    perhaps_more(x[:1])
behind_a_return(x[:1])
leave_early(x)
one_call(tf.boolean_mask(x, x > 1.0), {"list": list(sys.argv)})
rate = float(len(sys.argv)) * 0.5
for epoch in range(20):
    for batch in range(5):
        invariant(x, rate)
