"""Classes that a base class or a metaclass keeps in a table when they are defined, and that are only made from there."""

import tensorflow as tf

KINDS = {}


class Block:
    table = {}

    def __init_subclass__(cls, key="", **options):
        super().__init_subclass__(**options)
        Block.table[key or cls.__name__] = cls


class Counting(Block, key="counting"):
    def __init__(self):
        self.calls = 0

    # tf: differs
    def run(self, x):  # expect: HYB102 "attribute `calls` of a `Counting` is set", HYB104
        self.calls += 1
        return x * 2.0


class Doubling(Block):
    # tf: same
    def run(self, x):  # expect: convert
        return x * 2.0


class Kept(type):
    def __init__(cls, name, bases, namespace):
        super().__init__(name, bases, namespace)
        KINDS[name] = cls


class Shift(metaclass=Kept):
    # tf: same
    def run(self, x):  # expect: convert
        return x + 1.0


class Logged(Shift):
    # tf: differs
    def run(self, x):  # expect: HYB101
        print("shifted")
        return x - 1.0


data = tf.constant([1.0, 2.0])
blocks = [Block.table[key]() for key in ("counting", "Doubling")]
shifts = [KINDS[name]() for name in ("Shift", "Logged")]
results = [block.run(data) for block in blocks + shifts]
