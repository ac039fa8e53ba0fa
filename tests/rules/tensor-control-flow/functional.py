"""Functions that TensorFlow runs: `tf.cond`, `tf.while_loop`, `tf.scan` and their kin are stricter inside a graph."""

import tensorflow as tf


def larger(a, b):
    if a > b:
        return a
    return b


def first_or_double(x):
    if tf.reduce_sum(x) > 0.0:
        return x
    return x * 2.0


def advanced(i, x):
    if tf.reduce_sum(x) > 0.0:
        return i + 1, x
    return i + 1, x * 2.0


# tf: raises OperatorNotAllowedInGraphError "Using a symbolic `tf.Tensor` as a Python `bool`"
def running(x):  # expect: HYB109
    return tf.scan(larger, x)


# tf: raises OperatorNotAllowedInGraphError "Using a symbolic `tf.Tensor` as a Python `bool`"
def folded(x):  # expect: HYB109
    return tf.foldl(larger, x)


# tf: raises OperatorNotAllowedInGraphError "Using a symbolic `tf.Tensor` as a Python `bool`"
def advanced_twice(x):  # expect: HYB109
    return tf.while_loop(lambda i, v: i < 2, advanced, [0, x])[1]


# tf: raises OperatorNotAllowedInGraphError "Using a symbolic `tf.Tensor` as a Python `bool`"
def of_cases(x):  # expect: HYB109
    return tf.case([(x[0] > 0.0, lambda: x)], default=lambda: x) + tf.nest.map_structure(first_or_double, x)


# tf: same
def mapped(x):  # expect: convert
    return tf.map_fn(first_or_double, x)


# tf: same
def written_inside(x):  # expect: convert
    def chosen(a, b):
        if a > b:
            return a
        return b

    return tf.scan(chosen, x) + tf.scan(lambda a, b: larger(a, b), x)


# tf: raises ValueError "less-specific shape"
def growing(x):  # expect: HYB109
    return tf.while_loop(lambda i, v: i < 2, lambda i, v: (i + 1, tf.concat([v, v], 0)), [0, x])[1]


# tf: raises ValueError "less-specific shape"
def fold_growing(x):  # expect: HYB109
    return tf.foldl(lambda a, b: tf.concat([a, [b]], 0), x, initializer=x)


# tf: raises TypeError ""
def changing(x):  # expect: HYB114
    return tf.while_loop(lambda i, v: i < 2, lambda i, v: (i + 1, v + 0.5), [0, 1])[1] + x


# tf: raises TypeError ""
def fold_changing(x):  # expect: HYB109, HYB114
    return tf.foldl(lambda a, b: tf.cast(a, tf.float32) + b, x, initializer=0)


# tf: same
def doubled(x):  # expect: convert
    return tf.while_loop(lambda i, v: i < 2, lambda i, v: (i + 1, v * 2.0), [0, x])[1]


# tf: same
def growing_by_invariant(x):  # expect: convert
    shapes = [tf.TensorShape([]), tf.TensorShape([None])]
    body = lambda i, v: (i + 1, tf.concat([v, v], 0))
    return tf.while_loop(lambda i, v: i < 2, body, [tf.constant(0), x], shape_invariants=shapes)[1]


# tf: raises ValueError "too small"
def guarded(x):  # expect: HYB109
    def bad():
        raise ValueError("too small")

    return tf.cond(tf.reduce_sum(x) > -100.0, lambda: x, bad)


# tf: raises ValueError ""
def sixth_or_first(x):  # expect: HYB109
    return tf.cond(tf.size(x) > 5, lambda: x[5], lambda: x[0])


# tf: raises ValueError ""
def square_or_row(x):  # expect: HYB109
    return tf.cond(tf.size(x) == 4, lambda: tf.reshape(x, [2, 2]), lambda: x[None])


# tf: raises ValueError ""
def square_by_statement(x):  # expect: HYB109
    if tf.reduce_sum(x) > 100.0:
        y = tf.reduce_sum(tf.reshape(x, [2, 2]))
    else:
        y = tf.reduce_sum(x)
    return y


# tf: raises AssertionError ""
def one_or_two(x):  # expect: HYB109
    return tf.cond(x[0] > 0.0, lambda: [x], lambda: [x, x])


# tf: raises ValueError ""
def something_or_none(x):  # expect: HYB109
    return tf.cond(x[0] > 0.0, lambda: x, lambda: None)


# tf: same
def third_or_first(x):  # expect: convert
    return tf.cond(x[0] > 5.0, lambda: x[2], lambda: x[0])


x = tf.constant([1.0, 3.0, 2.0])
results = [f(x) for f in (running, folded, mapped, written_inside, growing, fold_growing, doubled)]
results += [advanced_twice(x), of_cases(x), fold_changing(x), growing_by_invariant(x), changing(tf.constant(1.0))]
results += [guarded(x), sixth_or_first(x), square_or_row(x), square_by_statement(x), third_or_first(x)]
results += [one_or_two(x), something_or_none(x)]
