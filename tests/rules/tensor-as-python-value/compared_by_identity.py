"""Results that are an argument, in a program that compares tensors by identity: a graph gives new ones."""

import tensorflow as tf


# tf: differs
def under_another_name(x):  # expect: HYB105
    same = x
    return same * 2.0, same


# tf: differs
def in_a_dict(x):  # expect: HYB105
    return {"given": x, "made": x * 2.0}


# tf: differs
def collected(x):  # expect: HYB105
    found = []
    found.append(x)
    found.append(x * 2.0)
    return found


# tf: same
def made_anew(x):  # expect: convert
    same = x + 1.0
    return {"made": same * 2.0, "next": same}


for _ in range(2):
    one = tf.constant([1.0, 2.0])
    print(under_another_name(one)[1] is one)
    print(in_a_dict(one)["given"] is one)
    print(collected(one)[0] is one)
    print(made_anew(one)["made"] is one)
