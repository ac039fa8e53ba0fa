"""Tensors in the message of an exception that is raised: the message differs inside a graph, and nothing else does."""

import json

import tensorflow as tf

ranks = json.loads("[1, 2]")


# tf: same
def as_vector(x):  # expect: convert
    rank = x.shape.rank
    if rank > ranks[1]:
        raise ValueError(("{} is no vector, as its rank is {}").format(x, rank))
    if rank > ranks[1]:
        raise ValueError("%s is no vector" % x)
    if rank > ranks[1]:
        raise ValueError(f"{x} is " + f"no vector but {tf.reduce_sum(x)}")
    return x * 2.0


# tf: raises TypeError "TypeError: unsupported format string passed to SymbolicTenso"
def to_two_digits(x):  # expect: HYB105, HYB113
    try:
        if x.shape.rank < ranks[1]:
            raise ValueError(f"the sum is {tf.reduce_sum(x):.2f}")
    except ValueError:
        return x * 2.0
    return x


# tf: raises TypeError "TypeError: "
def as_a_number(x):  # expect: HYB105, HYB113
    try:
        if x.shape.rank < ranks[1]:
            raise ValueError("the sum is %d" % tf.reduce_sum(x))
    except ValueError:
        return x * 2.0
    return x


class Told(Exception):
    def __init__(self, text):
        super().__init__(text)
        self.size = len(text)


# tf: differs
def measured(x):  # expect: HYB105, HYB113
    try:
        if x.shape.rank < ranks[1]:
            raise Told(f"the sum is {tf.reduce_sum(x)}")
    except Told as told:
        return x * told.size
    return x


x = tf.constant([1.0, 2.0, 3.0])
for _ in range(3):
    as_vector(x)
    to_two_digits(x)
    as_a_number(x)
    measured(x)
