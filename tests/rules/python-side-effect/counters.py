"""A counter outlives the call: it would count traces, not calls."""

import tensorflow as tf

calls = 0


# tf: differs
def counts(x):  # expect: HYB102, HYB104
    global calls
    calls += 1
    return x + 1.0


class Counter:
    total = 0

    def __init__(self):
        self.n = 0
        self.seen = tf.Variable(0)

    # tf: differs
    def step(self, x):  # expect: HYB102, HYB104
        self.n += 1
        return x * 2.0

    # tf: differs
    def shared_step(self, x):  # expect: HYB102, HYB104
        Counter.total += 1
        return x * 2.0

    # tf: same
    def graph_step(self, x):  # expect: convert
        self.seen.assign_add(1)
        return x * 2.0


def make_counter():
    n = 0

    # tf: differs
    def count(x):  # expect: HYB102, HYB104
        nonlocal n
        n += 1
        return x + 1.0

    def current():
        return n

    return count, current


counter = Counter()
count, current = make_counter()
for _ in range(2):
    counts(tf.ones([2]))
    counter.step(tf.ones([2]))
    counter.shared_step(tf.ones([2]))
    counter.graph_step(tf.ones([2]))
    count(tf.ones([2]))
total = current()
