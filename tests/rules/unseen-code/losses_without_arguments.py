"""Losses that callers hand over and that are given no tensor: what a tape records computes with tensors."""

import json

import tensorflow as tf

known = json.loads("{}")


# tf: same
def of_callers(closure, weights):  # expect: convert unsafe
    with tf.GradientTape() as tape:
        loss = closure()
    weights.assign_sub(0.1 * tape.gradient(loss, weights))
    return loss


# tf: same
def of_models(model, weights):  # expect: convert unsafe
    with tf.GradientTape() as tape:
        loss = model.training_loss()
    weights.assign_sub(0.1 * tape.gradient(loss, weights))
    return loss


# tf: differs
def of_files(reader, weights):  # expect: convert unsafe
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(weights) * reader.next_number()
    weights.assign_sub(0.1 * tape.gradient(loss, weights))
    return loss


# tf: differs
def outside_of_the_tape(closure, weights):  # expect: undetermined HYB121
    number = closure()
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(weights) * number
    weights.assign_sub(0.1 * tape.gradient(loss, weights))
    return loss


class Model:
    def __init__(self, weights):
        self.weights, self.at = weights, 0.0

    def training_loss(self):
        return tf.reduce_sum(tf.square(self.weights))

    def next_number(self):
        self.at += 1.0
        return self.at


functions = [
    globals()[name]
    for name in known.get("names", ["of_callers", "of_models", "of_files", "outside_of_the_tape"])
]
for function in functions:
    weights = tf.Variable([1.0, 2.0])
    model = Model(weights)
    asked = {"of_callers": model.training_loss, "outside_of_the_tape": model.next_number}.get(
        function.__name__, model
    )
    for _ in range(3):
        print(function(asked, weights))
