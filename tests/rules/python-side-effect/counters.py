"""A counter outlives the call; a local list does not."""

import tensorflow as tf

calls = 0


# tf: differs
def counts(x):  # expect: HYB102, HYB104
    global calls
    calls += 1
    return x + 1.0


# tf: same
def collects(x):  # expect: convert
    parts = []
    for scale in (1.0, 2.0, 3.0):
        parts.append(x * scale)
    return tf.concat(parts, axis=0)


class Counter:
    def __init__(self):
        self.n = 0

    # tf: differs
    def step(self, x):  # expect: HYB102, HYB104
        self.n += 1
        return x * 2.0


counter = Counter()
for _ in range(2):
    counts(tf.ones([2]))
    collects(tf.ones([2]))
    counter.step(tf.ones([2]))
