"""Lists and dicts that grow between calls: to hand one over, to join or to unpack it is to read what stands in it."""

import tensorflow as tf


class Buffer:
    def __init__(self):
        self.items = []
        self.named = {}
        self.total = tf.Variable(0.0)

    def push(self, x, name):
        self.items.append(x)
        self.named[name] = x

    # tf: differs
    def mean(self):  # expect: HYB104
        return tf.reduce_mean(tf.stack(self.items)) + self.total

    # tf: differs
    def joined(self):  # expect: HYB104
        return tf.add_n(self.items + [tf.ones([2])]) + self.total

    # tf: differs
    def repeated(self):  # expect: HYB104
        return tf.add_n(self.items * 2) + self.total

    # tf: differs
    def as_keywords(self):  # expect: HYB104
        return added(**self.named) + self.total

    # tf: differs
    def flattened(self):  # expect: HYB104
        return tf.add_n(tf.nest.flatten(self.named)) + self.total

    # tf: same
    def given(self, items):  # expect: convert
        return tf.add_n(items) + self.total


def added(**parts):
    return tf.add_n(list(parts.values()))


buffer = Buffer()
for i in range(3):
    buffer.push(tf.ones([2]) * float(i + 1), f"part{i}")
    buffer.mean()
    buffer.joined()
    buffer.repeated()
    buffer.as_keywords()
    buffer.flattened()
    buffer.given([tf.ones([2]), tf.ones([2])])
