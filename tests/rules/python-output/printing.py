"""Python's output happens while tracing, once; TensorFlow's own output stays in the graph."""

import logging

import tensorflow as tf


# tf: differs
def loud(x):  # expect: HYB101
    print("called")
    return x * 2.0


# tf: same
def says(x):  # expect: convert
    tf.print("called", x)
    return x * 2.0


# tf: differs
def logs(x):  # expect: HYB101
    logging.warning("called")
    return x * 2.0


for step in range(3):
    value = tf.constant([1.0, 2.0]) * float(step)
    loud(value)
    says(value)
    logs(value)
