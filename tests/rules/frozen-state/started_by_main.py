"""What a function that runs once sets in its module before it comes to what reads."""

import tensorflow as tf

LIMIT = 1.0
OPTIONS = {"scale": 1.0}
NAMES = ["a"]


# tf: same
def limited(x):  # expect: convert unsafe
    return x * LIMIT


# tf: same
def scaled(x):  # expect: convert unsafe
    return x * OPTIONS["scale"]


# tf: same
def early(x):  # expect: HYB104
    return x * len(NAMES)


# tf: same
def set_twice(x):  # expect: HYB104
    return x * AGAIN["scale"]


AGAIN = {"scale": 1.0}


def set_up(scale):
    global LIMIT
    LIMIT = scale
    OPTIONS["scale"] = scale


def main(scale):
    early(tf.ones([2]))
    NAMES.append("b")
    set_up(scale)
    for _ in range(3):
        limited(tf.ones([2]))
        scaled(tf.ones([2]))
        early(tf.ones([2]))


def turn(scale):
    AGAIN["scale"] = scale
    set_twice(tf.ones([2]))


if __name__ == "__main__":
    main(2.0)
    turn(2.0)
    turn(3.0)
