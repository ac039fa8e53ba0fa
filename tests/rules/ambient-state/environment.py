"""Settings of the process and of the file system are read once, while tracing."""

import os
import sys

import tensorflow as tf

os.environ["BBB"] = "1"


# tf: differs
def environ(x):  # expect: HYB103
    return x * float(os.environ["BBB"])


# tf: differs
def argv(x):  # expect: HYB103
    return x * float(len(sys.argv))


# tf: differs
def exists(x):  # expect: HYB103
    return x + float(os.path.exists("f.txt"))


# tf: same
def joins_names(x):  # expect: convert
    return x * float(len(os.path.join("a", "b")))


for step in range(2):
    value = tf.constant([1.0, 2.0]) * float(step + 1)
    environ(value)
    argv(value)
    exists(value)
    joins_names(value)
    os.environ["BBB"] = "5"
    sys.argv.append("x")
    open("f.txt", "w").close()
