"""What first calls keep in a dict under keys changes where the program empties the dict, or asks for another key."""

import tensorflow as tf


class Parts(tf.Module):
    def part(self, name, make, *args):  # expect: HYB102, HYB104, HYB108, HYB112
        if not hasattr(self, "_parts"):
            self._parts = {}
        if name not in self._parts:
            self._parts[name] = make(*args)
        return self._parts[name]


class Emptied(Parts):
    # tf: differs
    def apply(self, x):  # expect: HYB102, HYB104, HYB108
        return self.part("scale", tf.Variable, 2.0).assign_add(1.0) * x

    def empty(self):
        self._parts = {}


class OfMode(Parts):
    def __init__(self):
        super().__init__()
        self.mode = "a"

    # tf: differs
    def apply(self, x):  # expect: HYB104
        return self.part(self.mode, tf.Variable, 2.0).assign_add(1.0) * x


class OfInput(Parts):
    # tf: differs
    def apply(self, x):  # expect: HYB102, HYB104
        return self.part("first", tf.identity, x) + x


emptied, of_mode, of_input = Emptied(), OfMode(), OfInput()
for number in range(3):
    emptied.apply(tf.ones([4]))
    emptied.empty()
    of_mode.apply(tf.ones([4]))
    of_mode.mode = "b"
    of_input.apply(tf.ones([4]) * float(number))
