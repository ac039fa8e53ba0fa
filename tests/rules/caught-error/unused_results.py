"""Operations that nothing uses the result of: eager code runs them and may fail, a graph leaves them out."""

import tensorflow as tf

failed = []


# tf: differs
def looked_up(table, index):  # expect: undetermined HYB129
    tf.gather(table, index)
    return table * 2.0


# tf: differs
def parsed(text):  # expect: undetermined HYB129
    tf.strings.to_number(text)
    return tf.strings.length(text) * 2


def known(table, index):  # expect: undetermined HYB129
    tf.gather(table, index)


# tf: differs
def looked_up_below(table, index):  # expect: undetermined HYB129
    known(table, index)
    return table * 3.0


# tf: same
def finite(x):  # expect: convert unsafe
    tf.debugging.check_numerics(x, "not finite")
    return x * 2.0


# tf: same
def positive(x):  # expect: convert unsafe
    tf.debugging.assert_positive(x)
    return x * 2.0


# tf: same
def squared(x):  # expect: convert
    tf.square(x)
    return x * x


def outcome(function, *arguments):
    try:
        return function(*arguments)
    except Exception:
        return "failed"


table = tf.constant([1.0, 2.0, 3.0])
results = [
    outcome(looked_up, table, tf.constant(7)),
    outcome(parsed, tf.constant("a")),
    outcome(looked_up_below, table, tf.constant(7)),
    outcome(finite, tf.constant([1.0, float("nan")])),
    outcome(positive, tf.constant(-1.0)),
    squared(table),
]
