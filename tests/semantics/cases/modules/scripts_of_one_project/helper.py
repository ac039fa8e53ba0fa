"""What the scripts of a project share: it runs the functions that each of them hands over."""

import tensorflow as tf


def train(loss_fn, turns):
    weight = tf.Variable(2.0)

    def step(x):  # fact: verdict=convert safe=false refusals=-
        return loss_fn(x * weight)

    for _ in range(turns):
        step(tf.constant([1.0, 2.0]))
        step(tf.constant([3.0, 4.0]))
