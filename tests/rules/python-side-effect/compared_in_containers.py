"""Containers compare what they hold by its own methods, and a generator goes on while its caller runs."""

import tensorflow as tf


class Plain:
    def __init__(self, rank):
        self.rank = rank

    def __lt__(self, other):
        return self.rank < other.rank


class Counted:
    asked = 0

    def __init__(self, rank):
        self.rank = rank

    def __eq__(self, other):
        Counted.asked += 1
        return True

    def __lt__(self, other):
        Counted.asked += 1
        return self.rank < other.rank

    def __getattr__(self, name):
        Counted.asked += 1
        raise AttributeError(name)


PARTS = [Counted(2.0), Counted(1.0)]
PLAIN = [Plain(2.0), Plain(1.0)]


# tf: differs
def by_membership(x):  # expect: HYB102, HYB104
    return x * 2.0 if 3 in PARTS else x


# tf: differs
def by_order(x):  # expect: HYB102, HYB104
    return x * sorted(PARTS)[0].rank


# tf: differs
def by_extremum(x):  # expect: HYB102, HYB104
    return x * min(PARTS).rank


# tf: differs
def by_question(x):  # expect: HYB102, HYB104
    return x * (2.0 if hasattr(PARTS[0], "missing") else 1.0)


# tf: same
def by_plain_order(x):  # expect: convert
    return x * sorted(PLAIN)[0].rank * max(PLAIN).rank


class Steps:
    rate = 0.0

    def __iter__(self):
        for step in range(2):
            self.rate = float(step)
            yield step

    # tf: differs
    def scaled(self, x):  # expect: HYB104
        return x * self.rate


ones = tf.ones([2])
by_membership(ones)
by_order(ones)
by_extremum(ones)
by_question(ones)
by_plain_order(ones)
steps = Steps()
for _ in steps:
    steps.scaled(ones)
