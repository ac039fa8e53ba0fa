"""A key that comes from an argument is another one in a later trace, which may make no variables any more."""

import tensorflow as tf


class Parts(tf.Module):
    def part(self, name, make, *args):  # expect: HYB102, HYB104, HYB108, HYB112, HYB116
        if not hasattr(self, "_parts"):
            self._parts = {}
        if name not in self._parts:
            self._parts[name] = make(*args)
        return self._parts[name]


class OfKind(Parts):
    # tf: raises ValueError "variables"
    def apply(self, x, kind):  # expect: HYB102, HYB104, HYB108
        return self.part(kind, tf.Variable, 2.0) * x


class OfLength(Parts):
    # tf: raises ValueError "variables"
    def apply(self, x):  # expect: HYB102, HYB104, HYB108
        return self.part(f"scale {x.shape[0]}", tf.Variable, 2.0) * x


class OfDepth(Parts):
    # tf: raises ValueError "variables"
    def apply(self, x, depth):  # expect: HYB102, HYB104, HYB108
        for i in range(depth):
            x = self.part(f"scale {i}", tf.Variable, 2.0) * x
        return x


class OfClosures(Parts):
    # tf: raises ValueError "variables"
    def apply(self, x, kind):  # expect: HYB102, HYB104, HYB108
        def scaled(y):
            return self.part(kind, tf.Variable, 2.0) * y

        return scaled(x)


of_kind, of_length, of_depth, of_closures = OfKind(), OfLength(), OfDepth(), OfClosures()
for number, kind in ((1, "a"), (2, "b"), (3, "c")):
    of_kind.apply(tf.ones([4]), kind)
    of_length.apply(tf.ones([number]))
    of_depth.apply(tf.ones([4]), number)
    of_closures.apply(tf.ones([4]), kind)
