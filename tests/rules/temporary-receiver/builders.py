"""Objects made by a function, a class method and a chain of calls."""

import tensorflow as tf


class Line(tf.Module):
    def __init__(self, slope):
        super().__init__()
        self.slope = tf.Variable(slope)

    @classmethod
    def steep(cls):
        return cls(10.0)

    # tf: same
    @staticmethod
    def through_zero(x):  # expect: convert
        return x * 3.0

    # tf: raises AttributeError "'NoneType' object"
    def at(self, x):  # expect: HYB122
        return self.slope * x

    # tf: raises AttributeError "'NoneType' object"
    def before(self, x):  # expect: HYB122
        return self.slope * (x - 1.0)

    # tf: same
    def after(self, x):  # expect: convert
        return self.slope * (x + 1.0)


def made(slope):
    return Line(slope)


point = tf.constant(2.0)
steep = Line.steep().at(point)
flat = made(0.5).before(point)
line = made(1.5)
later = line.after(point)
zero = Line(1.0).through_zero(point)
