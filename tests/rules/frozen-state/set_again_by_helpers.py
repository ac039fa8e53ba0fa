"""A helper that `__init__` calls sets an attribute, and is called again later: with the same arguments, in the same context."""

import tensorflow as tf

FIRST = tf.constant([1.0, 2.0])


class Drawing:
    def __init__(self):
        self.count = 0.0
        self.draw()

    def draw(self):
        self.count += 1.0
        self.values = FIRST * self.count

    # tf: differs
    def step(self, x):  # expect: HYB104
        return x * self.values + tf.sin(x)


class Drawn:
    def __init__(self):
        self.draw()

    def draw(self):
        self.values = FIRST * 2.0

    # tf: same
    def step(self, x):  # expect: convert
        return x * self.values + tf.sin(x)


class Listing:
    def __init__(self):
        self.scales = []
        self.grow()

    def grow(self):
        self.scales.append(2.0)

    # tf: differs
    def step(self, x):  # expect: HYB104
        for scale in self.scales:
            x = x * scale
        return tf.sin(x)


class Built:
    def __init__(self):
        self.count = 0.0
        self.build()

    def build(self):
        self.count += 1.0
        self.values = FIRST * self.count

    # tf: differs
    def step(self, x):  # expect: HYB104
        return x * self.values + tf.sin(x)


def run():
    drawing, drawn, listing, built = Drawing(), Drawn(), Listing(), Built()
    results = []
    for _ in range(3):
        drawing.draw()
        listing.grow()
        built.build()
        results += [drawing.step(FIRST), drawn.step(FIRST), listing.step(FIRST), built.step(FIRST)]
    return results


RESULTS = run()
