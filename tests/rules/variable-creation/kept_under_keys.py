"""Layers and variables that first calls keep in a dict under keys: `if name not in self._parts: self._parts[name] = …`."""

import tensorflow as tf


class Parts(tf.Module):
    def part(self, name, make, *args):  # expect: HYB102, HYB104, HYB108, HYB112, HYB116
        if not hasattr(self, "_parts"):
            self._parts = {}
        if name not in self._parts:
            self._parts[name] = make(*args)
        return self._parts[name]


class Deep(Parts):
    def __init__(self, depth):
        super().__init__()
        self.depth = depth

    # tf: same
    def apply(self, x):  # expect: convert
        for i in range(self.depth):
            x = self.part(f"scale {i}", tf.Variable, 2.0) * x
        return self.part("shift", tf.Variable, 1.0) + x


deep = Deep(3)


# tf: same
def twice(x):  # expect: convert
    return deep.apply(deep.apply(x))


for length in (4, 5, 5):
    deep.apply(tf.ones([length]))
    twice(tf.ones([length]))
