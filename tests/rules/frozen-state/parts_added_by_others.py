"""What first calls of other functions add to an object is listed by `trainable_variables` and `len()`: a graph keeps the list."""

import tensorflow as tf


class Parts(tf.Module):
    def __init__(self):
        super().__init__()
        self.parts = {}

    def part(self, name, make, *args):  # expect: HYB102, HYB104, HYB108, HYB112, HYB116
        if name not in self.parts:
            self.parts[name] = make(*args)
        return self.parts[name]


class Counted(Parts):
    # tf: differs
    def apply(self, x):  # expect: HYB104
        return self.part("a", tf.Variable, 2.0) * x + float(len(self.parts))

    # tf: same
    def more(self, x):  # expect: convert
        return self.part("b", tf.Variable, 2.0) * x


class Listed(Parts):
    # tf: differs
    def apply(self, x):  # expect: HYB104
        return self.part("a", tf.Variable, 2.0) * x + tf.add_n([tf.reduce_sum(v) for v in self.trainable_variables])

    # tf: same
    def more(self, x):  # expect: convert
        return self.part("b", tf.Variable, 2.0) * x


class ListedAttributes(tf.Module):
    def __init__(self):
        super().__init__()
        self.a = self.b = None

    # tf: differs
    def apply(self, x):  # expect: HYB104
        if self.a is None:
            self.a = tf.Variable(2.0)
        return self.a * x + tf.add_n([tf.reduce_sum(v) for v in self.trainable_variables])

    # tf: same
    def more(self, x):  # expect: convert
        if self.b is None:
            self.b = tf.Variable(2.0)
        return self.b * x


class Alone(Parts):
    # tf: same
    def apply(self, x):  # expect: convert
        y = self.part("a", tf.Variable, 2.0) * x
        return y + tf.add_n([tf.reduce_sum(v) for v in self.trainable_variables])


for module in (Counted(), Listed(), ListedAttributes()):
    for _ in range(3):
        module.apply(tf.ones([2]))
        module.more(tf.ones([2]))
alone = Alone()
for _ in range(3):
    alone.apply(tf.ones([2]))
