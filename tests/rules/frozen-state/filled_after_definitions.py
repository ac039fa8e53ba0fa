"""A dict is filled after the function that reads it is defined: before its first call, between two, or where nobody knows."""

import tensorflow as tf

data = tf.constant([[1.0, 2.0], [3.0, 4.0]])


def train():
    rates = {"first": 2.0}

    # tf: same
    def step(x):  # expect: convert HYB137
        return tf.sqrt(x * rates["second"]) + x

    rates.update({"second": 3.0})
    return [step(x) for x in data]


def train_late():
    rates = {"first": 2.0, "second": 3.0}

    # tf: differs
    def step(x):  # expect: HYB104
        return tf.sqrt(x * rates["second"]) + x

    first = step(data[0])
    rates.update({"second": 9.0})
    return first, step(data[1])


def train_again():
    rates = {"first": 2.0, "second": 3.0}

    # tf: differs
    def step(x):  # expect: HYB104
        return tf.sqrt(x * rates["second"]) + x

    results = []
    for rate in (3.0, 9.0):
        rates.update({"second": rate})
        results.append(step(data[0]))
    return results


def call_with(function, x):
    return function(x)


def train_passed():
    rates = {"first": 2.0, "second": 3.0}

    # tf: differs
    def step(x):  # expect: HYB104
        return tf.sqrt(x * rates["second"]) + x

    early = call_with(step, data[0])
    rates.update({"second": 9.0})
    return early, step(data[1])


train(), train_late(), train_again(), train_passed()
