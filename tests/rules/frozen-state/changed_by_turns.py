"""State that the object changes over which a loop runs, in each of its turns."""

import tensorflow as tf


class Indexed:
    def __init__(self):
        self.temperature = 1.0

    def __getitem__(self, i):
        if i >= 3:
            raise IndexError
        self.temperature = 1.0 / (1 + i)
        return tf.ones([2])


class Stepped:
    def __init__(self):
        self.temperature = 1.0

    def __iter__(self):
        return self

    def __next__(self):
        if self.temperature > 3.0:
            raise StopIteration
        self.temperature += 1.0
        return tf.ones([2])


results = []


def over_indexed():
    data = Indexed()

    # tf: differs
    def cooled(x):  # expect: HYB104, HYB137
        return tf.exp(x * data.temperature)

    for x in data:
        y = cooled(x)
        results.append(y)


def over_stepped():
    data = Stepped()

    # tf: differs
    def heated(x):  # expect: HYB104, HYB137
        return tf.exp(x * data.temperature)

    for x in data:
        results.append(heated(x))


def by_index():
    data = Indexed()
    first = data[2]

    # tf: same
    def settled(x):  # expect: convert
        return tf.exp(x * data.temperature)

    for _ in range(2):
        results.append(settled(first))


over_indexed()
over_stepped()
by_index()
