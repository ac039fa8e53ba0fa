"""Python's output happens while tracing, once; TensorFlow's own output stays in the graph."""

import logging
import sys

import tensorflow as tf

log = logging.getLogger("training")


# tf: differs
def loud(x):  # expect: HYB101
    print("called")
    return x * 2.0


# tf: same
def says(x):  # expect: convert
    tf.print("called", x)
    return x * 2.0


# tf: same
def says_to_a_stream(x):  # expect: convert
    tf.print("called", x, output_stream=sys.stdout)
    tf.print("called", x, output_stream=sys.stderr)
    return x * 2.0


# tf: differs
def logs(x):  # expect: HYB101
    logging.warning("called")
    return x * 2.0


# tf: differs
def logs_by_name(x):  # expect: HYB101
    log.error("called with %s", x.shape)
    return x * 2.0


# tf: differs
def writes_to_stdout(x):  # expect: HYB101
    sys.stdout.write("called\n")
    return x * 2.0


def shout(text):
    print(text.upper())


# tf: differs
def loud_inside(x):  # expect: HYB101
    shout("called")
    return x * 2.0


# tf: same
def builds_a_text(x):  # expect: convert
    name = "layer_{}".format(3)
    return tf.identity(x * 2.0, name=name)


for step in range(3):
    value = tf.constant([1.0, 2.0]) * float(step)
    loud(value)
    says(value)
    says_to_a_stream(value)
    logs(value)
    logs_by_name(value)
    writes_to_stdout(value)
    loud_inside(value)
    builds_a_text(value)
