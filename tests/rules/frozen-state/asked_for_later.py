"""`hasattr` asks for an attribute that another function sets between the calls: a graph keeps the first answer."""

import tensorflow as tf


class Plain:
    pass


class Settled:
    def __init__(self):
        self.scale = 2.0


def mark(thing):
    thing.seen = True


# tf: differs
def seen(thing, x):  # expect: HYB104
    return x + (1.0 if hasattr(thing, "seen") else 0.0)


# tf: same
def scaled(thing, x):  # expect: convert
    return x * thing.scale if hasattr(thing, "scale") else x


plain, settled = Plain(), Settled()
for _ in range(2):
    seen(plain, tf.constant(1.0))
    scaled(settled, tf.constant(1.0))
    mark(plain)
