"""Tapes as arguments: what they have recorded are not the tensors that a graph computes with."""

import importlib

import tensorflow as tf

w = tf.Variable([1.0, 2.0])


# tf: raises TypeError "unsupported operand"
def doubled(tape, loss):  # expect: HYB106, HYB120
    return tape.gradient(loss, w) * 2.0


# tf: raises TypeError "unsupported operand"
def doubled_of_unseen(tape, loss):  # expect: undetermined HYB120
    return tape.gradient(loss, w) * 2.0


# tf: same
def in_itself(x):  # expect: convert
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(w * w * x)
    return tape.gradient(loss, w) * 2.0


with tf.GradientTape(persistent=True) as known:
    squared = tf.reduce_sum(w * w)
RESULTS = [doubled(known, squared)]
unseen = importlib.import_module(".".join(["tensorflow"])).GradientTape
with unseen(persistent=True) as other:
    squared = tf.reduce_sum(w * w)
RESULTS += [doubled_of_unseen(other, squared), in_itself(tf.constant(2.0))]
