"""Decorated functions inside others: one graph per run of the outer function."""

import tensorflow as tf


def scaled(x, factor):
    # tf: traces 3
    @tf.function
    def scale(y):  # expect: HYB126
        return y * factor

    return scale(x)


def accumulated(x, turns):
    total = x
    for _ in range(turns):
        # tf: traces 6
        @tf.function(reduce_retracing=True)
        def add(y):  # expect: HYB126
            return y + x

        total = add(total)
    return total


def make_scale(factor):
    # tf: same, traces 2
    @tf.function
    def made(y):  # expect: keep
        return y * factor

    return made


def built_once(x):
    # tf: same, traces 1
    @tf.function
    def double(y):  # expect: keep
        return y * 2.0

    for _ in range(4):
        x = double(x)
    return x


def trained(x):
    # tf: same, traces 2
    @tf.function
    def step(y):  # expect: keep
        return y * 2.0

    for _ in range(4):
        x = step(x)
    return x


def for_a_data_set(x):
    # tf: same, traces 2
    @tf.function
    def total(y):  # expect: keep
        return tf.reduce_sum(y * 2.0)

    return total(x)


def epoch(x):
    # tf: same, traces 3
    @tf.function
    def turn(y):  # expect: HYB126
        return y * 2.0

    for _ in range(4):
        x = turn(x)
    return x


def with_a_model_of_its_own(x):
    weight = tf.Variable(2.0)

    # tf: same, traces 3
    @tf.function
    def weighted(y):  # expect: keep
        return y * weight

    for _ in range(4):
        x = weighted(x)
    return x


values = tf.constant([1.0, 2.0])
for number in range(3):
    scaled(values, tf.constant(2.0))
for number in range(2):
    accumulated(values, 3)
double = make_scale(2.0)
triple = make_scale(3.0)
for number in range(3):
    double(values)
    triple(values)
built_once(values)
trained(values)
trained(values * 2.0)
for_a_data_set(values)
for_a_data_set(values * 2.0)
for number in range(3):
    epoch(values)
for number in range(3):
    with_a_model_of_its_own(values)


class Data:
    def __init__(self, count):
        self.count = count

    def batches(self):
        # tf: same
        @tf.function
        def converted(number):  # expect: keep
            return tf.cast(number, tf.float32) * 2.0

        return tf.data.Dataset.range(self.count).map(converted).batch(2)


for data in (Data(2), Data(4)):
    RESULTS = [batch for batch in data.batches()]
