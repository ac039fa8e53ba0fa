"""The commands of setup.py, in a list and in one text."""

import tensorflow as tf


def _scaled(x):  # fact: called=true x:tensor:float32:[2,3] verdict=convert safe=true
    return x * 2.0


def train():  # fact: called=true
    print(_scaled(tf.ones([2, 3])))


def app():  # fact: called=true
    print(_scaled(tf.ones([2, 3])))


def other():  # fact: called=false
    print(_scaled(tf.ones([2, 3])))
