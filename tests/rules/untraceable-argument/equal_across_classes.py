"""Objects of several classes that one `__eq__` calls equal are one trace key: the second call runs the graph of the first."""

import tensorflow as tf


class Op:
    def __init__(self, factor):
        self.factor = factor

    def __eq__(self, other):
        return isinstance(other, Op) and self.factor == other.factor

    def __hash__(self):
        return hash(self.factor)


class Negated(Op):
    pass


class Exact:
    def __init__(self, factor):
        self.factor = factor

    def __eq__(self, other):
        return type(self) is type(other) and self.factor == other.factor

    def __hash__(self):
        return hash(self.factor)


class Other(Exact):
    pass


# tf: differs
def by_class(x, op):  # expect: HYB120
    return x * (2.0 if isinstance(op, Negated) else 1.0)


# tf: differs
def by_name(x, op):  # expect: HYB120
    return x * len(type(op).__name__)


# tf: same
def told_apart(x, exact):  # expect: convert
    return x * (2.0 if isinstance(exact, Other) else 1.0)


a = tf.constant([1.0, 2.0])
op, negated, exact, other = Op(2.0), Negated(2.0), Exact(2.0), Other(2.0)
results = [by_class(a, op), by_class(a, negated), by_name(a, op), by_name(a, negated)]
results += [told_apart(a, exact), told_apart(a, other)]
