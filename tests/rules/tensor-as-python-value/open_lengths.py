"""Lengths that a graph does not know: asked for, and compared."""

import tensorflow as tf


def base(x):
    return tf.boolean_mask(x, x[:, 0] > 0.3)


# tf: differs
def chosen_by_a_missing_length(x):  # expect: HYB105
    y = base(x)
    return tf.exp(y) * (2.0 if y.shape[0] is None else 3.0)


# tf: differs
def returned_by_a_missing_length(x):  # expect: HYB105
    y = base(x)
    n = y.shape[0]
    if n is None:
        return tf.exp(y)
    return tf.sin(y)


# tf: differs
def asked_whether_all_is_known(x):  # expect: HYB105
    y = base(x)
    return tf.exp(y) if y.shape.is_fully_defined() else tf.sin(y)


# tf: differs
def asked_for_the_type(x):  # expect: HYB105
    y = base(x)
    return tf.exp(y) * (1.0 if isinstance(y.shape[0], int) else 2.0)


# tf: same
def compared_shapes(x):  # expect: HYB105
    y = base(x)
    return tf.exp(y) * (2.0 if y.shape == x.shape else 1.0)


# tf: differs
def compared_parts(x):  # expect: HYB105
    y = base(x)
    return tf.exp(y) * (2.0 if y.shape[:1] == (None,) else 1.0)


# tf: same
def compared_with_a_number(x):  # expect: HYB105
    y = base(x)
    n = y.get_shape().as_list()[0]
    return tf.exp(y) * (1.0 if n == 3 else 2.0)


# tf: differs
def given_to_a_function(x):  # expect: HYB105
    y = base(x)

    def pick(n=None):
        return 1.0 if n is None else 2.0

    return tf.exp(y) * pick(y.shape[0])


# tf: differs
def tested_by_while(x):  # expect: HYB105
    y = base(x)
    n = y.shape[0]
    while n is not None:
        y = y + 1.0
        n = None
    return tf.exp(y)


# tf: differs
def unpacked_and_negated(x):  # expect: HYB105
    y = base(x)
    a, b = y.shape
    return tf.exp(y) * (1.0 if not a else 2.0)


# tf: raises AssertionError "AssertionError:"
def asserted(x):  # expect: HYB105
    y = base(x)
    assert y.shape[0]
    return tf.exp(y)


# tf: differs
def kept_in_a_tuple(x):  # expect: HYB105
    y = base(x)
    s = tuple(y.shape)
    return tf.exp(y) * (2.0 if s[0] is None else 1.0)


class Box:
    pass


# tf: differs
def kept_in_an_object(x):  # expect: HYB105
    b = Box()
    b.n = base(x).shape[0]
    return tf.exp(x) * (1.0 if b.n is None else 2.0)


x = tf.constant([[0.9, 0.8, 0.7, 0.6], [0.2, 0.1, 0.3, 0.4], [0.5, 0.6, 0.7, 0.8]])
for _ in range(3):
    chosen_by_a_missing_length(x)
    returned_by_a_missing_length(x)
    asked_whether_all_is_known(x)
    asked_for_the_type(x)
    compared_shapes(x)
    compared_parts(x)
    compared_with_a_number(x)
    given_to_a_function(x)
    tested_by_while(x)
    unpacked_and_negated(x)
    asserted(x)
    kept_in_a_tuple(x)
    kept_in_an_object(x)
