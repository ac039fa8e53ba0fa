"""Exceptions that a function raises itself, and that callers catch by their classes."""

import tensorflow as tf


class Refused(Exception):
    pass


class TooFew(ValueError):
    pass


class Numbered(Exception):
    def __init__(self, number):
        super().__init__(f"number {number}")
        self.number = number


caught = []


# tf: differs
def below_value_error(x):  # expect: undetermined HYB129
    if x.shape[0] < 2:
        raise TooFew("batch of 1")
    return x * 2.0


# tf: differs
def caught_as_value_error(x):  # expect: undetermined HYB129
    if x.shape[0] < 2:
        raise TooFew("batch of 1")
    return x * 2.0


# tf: differs
def with_own_init(x):  # expect: undetermined HYB129
    if x.shape[0] < 2:
        raise Numbered(1)
    return x * 2.0


def check(x):
    if x.shape[0] < 2:
        raise TooFew("batch of 1")


# tf: differs
def raised_below(x):  # expect: undetermined HYB129
    check(x)
    return x * 2.0


# tf: differs
def of_python(x):  # expect: undetermined HYB129
    if x.shape[0] < 2:
        raise IndexError("too far")
    return x * 2.0


# tf: same
def made_anew(x):  # expect: convert unsafe
    if x.shape[0] < 2:
        raise Refused("batch of 1")
    return x * 2.0


# tf: same
def value_error(x):  # expect: convert unsafe
    if x.shape[0] < 2:
        raise ValueError("batch of 1")
    return x * 2.0


# tf: same
def caught_inside(x):  # expect: convert
    try:
        few = len(x.shape) < 2
        if few:
            raise TooFew("one axis")
    except TooFew:
        few = True
    return x * (2.0 if few else 3.0)


# tf: same
def never_caught(x):  # expect: convert
    if x.shape[0] < 2:
        raise TooFew("batch of 1")
    return x * 2.0


for size in (3, 1):
    data = tf.ones([size])
    for function in (below_value_error, raised_below):
        try:
            caught.append(function(data))
        except TooFew:
            caught.append("few")
    try:
        caught.append(caught_as_value_error(data))
    except ValueError:
        caught.append("value")
    try:
        caught.append(with_own_init(data))
    except Numbered as error:
        caught.append(error.number)
    try:
        caught.append(of_python(data))
    except LookupError:
        caught.append("index")
    try:
        caught.append(made_anew(data))
    except Refused:
        caught.append("refused")
    try:
        caught.append(value_error(data))
    except ValueError:
        caught.append("value")
caught += [caught_inside(tf.ones([3])), never_caught(tf.ones([3]))]
