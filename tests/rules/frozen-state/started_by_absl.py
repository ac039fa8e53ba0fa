"""What a program of one run sets in its modules before it comes to what reads: here absl starts it."""

import tensorflow as tf
from absl import app, flags

FLAGS = flags.FLAGS
flags.DEFINE_float("scale", 2.0, "by what everything is multiplied")
OPTIONS = {"scale": 1.0}
TURNS = {"scale": 1.0}
LIMIT = 1.0


# tf: same
def limited(x):  # expect: convert unsafe
    return x * LIMIT


# tf: same
def scaled(x):  # expect: convert unsafe
    return x * OPTIONS["scale"]


# tf: differs
def early(x):  # expect: HYB104
    return x * OPTIONS["scale"]


# tf: differs
def called_before(x):  # expect: HYB104
    return x * LIMIT


# tf: differs
def growing(x):  # expect: HYB104
    return x * TURNS["scale"]


def set_up(scale):
    global LIMIT
    LIMIT = scale
    OPTIONS["scale"] = scale


def main(rest):
    early(tf.ones([2]))
    set_up(FLAGS.scale)
    for _ in range(3):
        limited(tf.ones([2]))
        scaled(tf.ones([2]))
        early(tf.ones([2]))
        called_before(tf.ones([2]))
        TURNS["scale"] += 1.0
        growing(tf.ones([2]))


called_before(tf.ones([2]))
try:
    app.run(main, argv=["program"])
except SystemExit:
    pass
