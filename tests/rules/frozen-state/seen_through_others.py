"""Objects that are reached by ways on which the analysis loses sight of them, or through the dicts of their attributes."""

import concurrent.futures
import weakref

import numpy as np
import tensorflow as tf


class Options:
    def __init__(self, rate):
        self.rate = rate
        self.width = rate


class Holder:
    def __init__(self, options):
        self.options = options


table = {"rate": 1.0, "width": 1.0}
options, settled = Options(1.0), Options(1.0)
by_dict = vars(Holder(options))["options"]
by_attributes = Holder(options).__dict__["options"]
by_name = globals()["options"]
unpacked = {**vars(Holder(options))}["options"]
of_array = np.array([options], dtype=object)[0]
of_reference = weakref.ref(options)()
with concurrent.futures.ThreadPoolExecutor(1) as pool:
    of_future = pool.submit(lambda: options).result()
    table_of_future = pool.submit(lambda: table).result()
settled_by_dict = vars(Holder(settled))["options"]


# tf: differs
def through_dict(x):  # expect: HYB104
    return tf.exp(x) * by_dict.rate


# tf: differs
def through_attributes(x):  # expect: HYB104
    return tf.exp(x) * by_attributes.rate


# tf: differs
def through_globals(x):  # expect: convert unsafe
    return tf.exp(x) * by_name.rate


# tf: differs
def through_unpacked(x):  # expect: convert unsafe
    return tf.exp(x) * unpacked.rate


# tf: differs
def through_array(x):  # expect: convert unsafe
    return tf.exp(x) * of_array.rate


# tf: differs
def through_reference(x):  # expect: convert unsafe
    return tf.exp(x) * of_reference.rate


# tf: differs
def through_future(x):  # expect: convert unsafe
    return tf.exp(x) * of_future.rate


# tf: differs
def entry_through_future(x):  # expect: convert unsafe
    return tf.exp(x) * table_of_future["rate"]


# tf: same
def settled_entry_through_future(x):  # expect: convert
    return tf.exp(x) * table_of_future["width"]


# tf: same
def settled_through_dict(x):  # expect: convert
    return tf.exp(x) * settled_by_dict.rate


# tf: same
def settled_attribute(x):  # expect: convert
    return tf.exp(x) * unpacked.width


RESULTS = []


def main():
    x = tf.ones([2])
    for turn in range(3):
        RESULTS.extend([through_dict(x), through_attributes(x), through_globals(x), through_unpacked(x)])
        RESULTS.extend([through_array(x), through_reference(x), through_future(x)])
        RESULTS.extend([entry_through_future(x), settled_entry_through_future(x)])
        RESULTS.extend([settled_through_dict(x), settled_attribute(x)])
        options.rate = 2.0 + turn
        table["rate"] = 2.0 + turn


main()
