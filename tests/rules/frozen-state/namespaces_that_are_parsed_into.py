"""Namespaces that `argparse` fills anew between calls."""

import argparse

import tensorflow as tf

options = argparse.Namespace(scale=1.0)
filled = argparse.Namespace(scale=1.0)
parser = argparse.ArgumentParser()
parser.add_argument("--scale", type=float)
parser.parse_args(["--scale", "2"], namespace=filled)


# tf: differs
def scaled(x):  # expect: HYB104
    return x * options.scale


# tf: same
def settled(x):  # expect: convert
    return tf.reduce_sum(x * filled.scale)


for step in range(2):
    settled(tf.ones([3]))
scaled(tf.ones([3]))
parser.parse_args(["--scale", "4"], namespace=options)
scaled(tf.ones([3]))
