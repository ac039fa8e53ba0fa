"""A number that the command line sets and every turn goes on from: each value is a trace, wherever it begins."""

import argparse

import tensorflow as tf
from absl import flags

flags.DEFINE_float("rate", 0.1, "Where it begins.")
FLAGS = flags.FLAGS
FLAGS(["program"])
parser = argparse.ArgumentParser()
parser.add_argument("--start", type=int, required=True)
args = parser.parse_args(["--start", "3"])


# tf: same
def decayed(x, rate):  # expect: HYB117
    return x * rate


# tf: same
def smaller(x, rate):  # expect: HYB117
    return x * rate


# tf: same
def counted(x, number):  # expect: HYB117
    return x * tf.cast(number, tf.float32)


# tf: same
def steady(x, rate):  # expect: convert
    return x * rate


class Trainer:
    def __init__(self):
        self.rate = FLAGS.rate

    def run(self, x):
        for _ in range(12):
            self.rate *= 0.9
            smaller(x, self.rate)


x = tf.ones([2])
rate, number = FLAGS.rate, args.start
for _ in range(12):
    rate = rate * 0.9
    number += 1
    decayed(x, rate)
    counted(x, number)
    steady(x, FLAGS.rate)
Trainer().run(x)
