"""The commands of setup.cfg."""

import tensorflow as tf


def _scaled(x):  # fact: called=true x:tensor:float32:[2,3] verdict=convert safe=true traces=1
    return x * 2.0


def train():  # fact: called=true
    print(_scaled(tf.ones([2, 3])))


def check():  # fact: called=true
    print(_scaled(tf.ones([2, 3])))
