"""Functions whose defaults, code or captured variables the program sets anew: what calls them goes on with the old ones."""

import tensorflow as tf


def by_position(x, k=1.0):
    return tf.exp(x) * k


def by_keyword(x, *, k=1.0):
    return tf.exp(x) * k


def replaced(x):
    return tf.exp(x)


def another(x):
    return tf.exp(x) * 4.0


def scaling():
    k = 1.0

    def scaled(x):
        return tf.exp(x) * k

    return scaled


class Model:
    def scale(self, x, k=1.0):
        return tf.exp(x) * k


def early(x, k=1.0):
    return tf.exp(x) * k


early.__defaults__ = (2.0,)
captured, model = scaling(), Model()


# tf: differs
def of_position(x):  # expect: HYB104
    return by_position(x) + 1.0


# tf: differs
def of_keyword(x):  # expect: HYB104
    return by_keyword(x) + 1.0


# tf: differs
def of_code(x):  # expect: HYB104
    return replaced(x) + 1.0


# tf: differs
def of_captured(x):  # expect: HYB104
    return captured(x) + 1.0


# tf: differs
def of_method(x):  # expect: HYB104
    return model.scale(x) + 1.0


# tf: same
def of_early(x):  # expect: convert
    return early(x) + 1.0


x = tf.ones([2])
results = []
for turn in range(3):
    results += [of_position(x), of_keyword(x), of_code(x), of_captured(x), of_method(x), of_early(x)]
    by_position.__defaults__ = (2.0,)
    by_keyword.__kwdefaults__["k"] = 3.0
    replaced.__code__ = another.__code__
    captured.__closure__[0].cell_contents = 5.0
    Model.scale.__defaults__ = (6.0,)
