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


for step in range(2):
    value = tf.constant([1.0, 2.0]) * float(step)
    appends(value)
    dumps(value)
    saves(value)
    writes_in_the_graph(value)
    encodes(value)
report.close()
