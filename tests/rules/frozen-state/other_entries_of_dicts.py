"""Entries of a dict under texts: what changes another one does not matter to a graph that reads one of them."""

import tensorflow as tf

weight = tf.Variable(2.0)
state = {"epoch": 0, "alpha": 0.5, "beta": 0.5, "gamma": {"one": 1.0}}
record = [0.5, 0.5]
others = {"alpha": 0.5, "beta": 0.5}


# tf: same
def by_alpha(x):  # expect: convert
    return x * weight * state["alpha"]


# tf: differs
def by_beta(x):  # expect: HYB104
    return x * weight * state["beta"]


# tf: differs
def by_any(x):  # expect: HYB104
    return x * weight * others["alpha"]


# tf: same
def by_first(x):  # expect: convert
    return x * weight * record[0]


# tf: differs
def by_last(x):  # expect: HYB104
    return x * weight * record[-1]


# tf: differs
def by_inner(x):  # expect: HYB104
    return x * weight * state["gamma"]["one"]


for epoch in range(4):
    state["epoch"] = epoch
    state["beta"] = float(epoch)
    others[["alpha", "beta"][epoch % 2]] = float(epoch)
    state["gamma"]["one"] = float(epoch)
    record[1] = float(epoch)
    for function in (by_alpha, by_beta, by_any, by_first, by_last, by_inner):
        print(function(tf.ones([2])))
