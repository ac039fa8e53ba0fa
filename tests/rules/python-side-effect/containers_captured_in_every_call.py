"""Containers that every call makes and that a nested function captures, in calls with arguments of several shapes."""

import tensorflow as tf


# tf: same
def local(x):  # expect: convert
    params = {"dims": None}
    params["dims"] = tf.shape(x)

    # tf: same
    def body(row):  # expect: convert
        return row + tf.cast(params["dims"][0], row.dtype)

    return body(x)


# tf: same
def mapped(x):  # expect: convert
    params = {"dims": None}
    params["dims"] = tf.shape(x)
    return tf.map_fn(lambda row: row + tf.cast(params["dims"][0], row.dtype), x)


def collector():
    total = []

    def add(value):
        total.append(value)
        return value

    return add, lambda: total[-1]


def keeper():
    total = None

    def add(value):
        nonlocal total
        total = value
        return value

    return add, lambda: total


def boxed():
    total = None

    class Box:
        def add(self, value):
            nonlocal total
            total = value

        def last(self):
            return total

    return Box()


add_to_list, last_of_list = collector()
keep, kept = keeper()
box = boxed()


# tf: differs
def into_kept_list(x):  # expect: HYB102
    add, _ = collector()
    add(x)
    add_to_list(x * 2.0)
    return tf.reduce_sum(x)


# tf: differs
def into_kept_variable(x):  # expect: HYB102
    add, _ = keeper()
    add(x)
    keep(x * 2.0)
    return tf.reduce_sum(x)


# tf: differs
def into_kept_object(x):  # expect: HYB102
    boxed().add(x)
    box.add(x * 2.0)
    return tf.reduce_sum(x)


# tf: same
def into_own(x):  # expect: HYB102, HYB104
    add, last = collector()
    add(x * 2.0)
    return tf.reduce_sum(last())


RESULTS = [local(tf.ones((3, 2))), local(tf.ones((4, 4, 4))), mapped(tf.ones((3, 2))), mapped(tf.ones((4, 4, 4)))]
RESULTS += [into_kept_list(tf.ones(2)), last_of_list(), into_kept_variable(tf.ones(3)), kept(), into_kept_object(tf.ones(5)), box.last(), into_own(tf.ones(4))]
