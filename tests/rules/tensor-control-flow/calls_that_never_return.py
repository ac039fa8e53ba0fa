"""A call of what always raises an exception ends a path as `raise` does: a graph traces it wherever it stands."""

import functools
import sys

import tensorflow as tf


def fail(x):
    raise ValueError("a negative sum")


def fail_later(x):
    fail(x)


class Checked:
    def fail(self):
        raise ValueError("a negative sum")

    # tf: raises ValueError "a negative sum"
    def checked(self, x):  # expect: HYB109
        if tf.reduce_sum(x) < 0.0:
            self.fail()
        return x * 2.0


# tf: raises ValueError "a negative sum"
def as_statement(x):  # expect: HYB109
    if tf.reduce_sum(x) < 0.0:
        fail_later(x)
    return x * 2.0


# tf: raises ValueError "a negative sum"
def as_value(x):  # expect: HYB109
    if tf.reduce_sum(x) < 0.0:
        x = fail(x)
    return x * 2.0


# tf: raises ValueError "a negative sum"
def as_result(x):  # expect: HYB109
    if tf.reduce_sum(x) < 0.0:
        return fail(x)
    return x * 2.0


def ends(x: tf.Tensor) -> tf.Tensor:  # expect: HYB109
    if tf.reduce_sum(x) < 0.0:
        sys.exit("a negative sum")
    return x * 2.0


# tf: raises ValueError "a negative sum"
def in_an_expression(x):  # expect: HYB109
    return x * 2.0 if tf.reduce_sum(x) > 0.0 else tf.abs(fail(x))


# tf: raises ValueError "a negative sum"
def behind_or(x):  # expect: HYB109
    tf.reduce_sum(x) > 0.0 or fail(x)
    return x * 2.0


HANDLERS = {"negative": fail, "later": functools.partial(fail)}


# tf: raises ValueError "a negative sum"
def in_a_dict(x):  # expect: HYB109
    if tf.reduce_sum(x) < 0.0:
        HANDLERS["later"](x)
    return x * 2.0


class Negative:
    def __init__(self, x):
        fail(x)

    def __call__(self, x):
        fail(x)


# tf: raises ValueError "a negative sum"
def in_a_constructor(x):  # expect: HYB109
    if tf.reduce_sum(x) < 0.0:
        Negative(x)
    return x * 2.0


# tf: raises ValueError "a negative sum"
def behind_a_return(x):  # expect: HYB109
    if tf.reduce_sum(x) > 0.0:
        return x * 2.0
    fail(x)


# tf: raises AssertionError "a negative sum"
def asserted(x):  # expect: HYB109
    if tf.reduce_sum(x) < 0.0:
        assert False, "a negative sum"
    return x * 2.0


# tf: same
def on_an_option(x, strict):  # expect: convert
    if strict:
        fail(x)
    return x * 2.0


# tf: same
def handled(x):  # expect: convert
    try:
        fail(x)
    except ValueError:
        x = x + 1.0
    return x * 2.0


checked = Checked()
x = tf.ones([2])
results = [f(x) for f in (checked.checked, as_statement, as_value, as_result, handled)]
results += [f(x) for f in (in_an_expression, behind_or, in_a_dict, in_a_constructor, behind_a_return, asserted)]
results.append(on_an_option(x, False))
