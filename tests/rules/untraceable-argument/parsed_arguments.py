"""What `argparse` gives, which has no hash: an argument that `tf.function` does not take."""

import argparse

import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument("--factor", type=float, default=2.0)


class Settings:
    factor = 2.0


# tf: raises TypeError "generic TraceType"
def scaled(args, x):  # expect: HYB120
    return tf.exp(x) * args.factor


# tf: raises TypeError "generic TraceType"
def listed(given, x):  # expect: HYB120
    return tf.exp(x) * given[0].factor


# tf: same
def by_a_number(factor, x):  # expect: convert
    return tf.exp(x) * factor


# tf: same
def by_an_object(settings, x):  # expect: convert unsafe
    return tf.exp(x) * settings.factor


# tf: same
def from_outside(x):  # expect: convert
    return tf.exp(x) * arguments.factor


x = tf.constant([1.0, 2.0])
arguments = parser.parse_args([])
filled = parser.parse_args([], Settings())
results = [scaled(arguments, x), listed([arguments], x), by_a_number(arguments.factor, x)]
results += [by_an_object(filled, x), from_outside(x)]
