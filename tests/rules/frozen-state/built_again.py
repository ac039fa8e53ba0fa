"""`build` is a method like another where the program calls it by its name: what it sets then is set anew."""

import tensorflow as tf


class Scale:
    def build(self, start):
        self.w = tf.Variable(start)

    # tf: differs
    def apply(self, x):  # expect: HYB104
        return x * self.w


class OnFirstCall:
    def __init__(self):
        self.built = False

    def build(self, start):
        self.w = tf.Variable(start)

    # tf: differs
    def apply(self, x):  # expect: HYB104
        if not self.built:
            self.build(2.0)
            self.built = True
        return x * self.w


class Part:
    def build(self, start):
        self.w = tf.Variable(start)

    # tf: same
    def apply(self, x):  # expect: convert
        return x * self.w


class Whole:
    def __init__(self):
        self.part = Part()
        self.build(2.0)

    def build(self, start):
        self.part.build(start)

    # tf: same
    def apply(self, x):  # expect: convert
        return self.part.apply(x)


class Before:
    def build(self, start):
        self.w = tf.Variable(start)

    # tf: same
    def apply(self, x):  # expect: convert
        return x * self.w


class ByTwoCalls:
    def __init__(self):
        self.first = self.second = False

    def build(self, start):
        self.w = tf.Variable(start)

    # tf: differs
    def once(self, x):  # expect: HYB104
        if not self.first:
            self.build(2.0)
            self.first = True
        return x * self.w

    # tf: same
    def again(self, x):  # expect: HYB104
        if not self.second:
            self.build(3.0)
            self.second = True
        return x * self.w


x = tf.constant([1.0, 2.0])
two = ByTwoCalls()
for _ in range(2):
    two.once(x)
    two.again(x)
scale, first, whole, before = Scale(), OnFirstCall(), Whole(), Before()
scale.build(2.0)
before.build(2.0)
for number in range(3):
    scale.apply(x)
    first.apply(x)
    whole.apply(x)
    before.apply(x)
    scale.build(number + 5.0)
    first.build(number + 5.0)
