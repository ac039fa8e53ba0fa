"""A file is written while tracing, once."""

import json

import numpy as np
import tensorflow as tf

report = open("report.txt", "a")


# tf: differs
def appends(x):  # expect: HYB101
    with open("log.txt", "a") as file:
        file.write("called\n")
    return x + 1.0


# tf: differs
def dumps(x):  # expect: HYB101
    with open("shape.json", "a") as file:
        json.dump({"rank": len(x.shape)}, file)
    return x + 1.0


# tf: differs
def saves(x):  # expect: HYB101
    np.savetxt(report, np.zeros(2))
    return x + 1.0


# tf: same
def encodes(x):  # expect: convert
    text = json.dumps({"rank": len(x.shape)})
    return x + float(len(text))


# tf: same
def writes_in_the_graph(x):  # expect: HYB101
    tf.io.write_file("sum.txt", tf.strings.as_string(tf.reduce_sum(x)))
    return x * 1.0


# tf: same
def reads(path):  # expect: convert
    name = tf.strings.join([path, ".txt"])
    return tf.strings.length(tf.io.read_file(name))


# tf: differs
def reads_one_path(x):  # expect: HYB101
    return x + tf.strings.to_number(tf.io.read_file("step.txt"))


# tf: differs
def reads_a_constant(x):  # expect: HYB101
    path = tf.constant("step.txt")
    return x + tf.strings.to_number(tf.io.read_file(path))


for step in range(2):
    with open("step.txt", "w") as file:
        file.write(str(step))
    reads(tf.constant("step"))
    reads_one_path(tf.constant([1.0, 2.0]))
    reads_a_constant(tf.constant([1.0, 2.0]))
    value = tf.constant([1.0, 2.0]) * float(step)
    appends(value)
    dumps(value)
    saves(value)
    writes_in_the_graph(value)
    encodes(value)
report.close()
