"""Lengths that a graph does not know: what may be done with them, and what takes them for numbers."""

import numpy as np
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
def one_for_a_missing_length(x):  # expect: HYB105
    y = base(x)
    n = y.shape[0] if y.shape[0] is not None else 1
    return tf.exp(y) * float(n)


# tf: differs
def asked_whether_all_is_known(x):  # expect: HYB105
    y = base(x)
    return tf.exp(y) if y.shape.is_fully_defined() else tf.sin(y)


# tf: differs
def asked_for_the_type(x):  # expect: HYB105
    y = base(x)
    return tf.exp(y) * (1.0 if isinstance(y.shape[0], int) else 2.0)


# tf: raises TypeError "None"
def computed_with(x):  # expect: HYB105
    y = base(x)
    return tf.reshape(tf.exp(y), [y.shape[0] * 2, 2])


# tf: raises ValueError "None"
def reshaped_to_its_own(x):  # expect: HYB105
    y = base(x)
    return tf.reshape(tf.exp(y), y.shape)


# tf: raises ValueError "None"
def divided_by(x):  # expect: HYB105
    y = base(x)
    return tf.exp(y) / y.shape[0]


# tf: raises ValueError "None"
def zeros_of_the_shape(x):  # expect: HYB105
    y = base(x)
    return tf.zeros(y.shape) + tf.exp(y)


# tf: same
def key_of_a_dict(x):  # expect: convert
    y = base(x)
    d = {y.shape[0]: 1.0, None: 5.0}
    return tf.exp(y) * d[None]


# tf: differs
def element_of_a_set(x):  # expect: HYB105
    y = base(x)
    return tf.exp(y) * float(len({y.shape[0], None}))


# tf: differs
def counted_in_a_list(x):  # expect: HYB105
    y = base(x)
    return tf.exp(y) * float([y.shape[0], None].count(None))


# tf: differs
def product_of_all(x):  # expect: HYB105
    y = base(x)
    return tf.exp(y) * float(y.shape.num_elements() or 3)


# tf: differs
def looked_for_in_a_list(x):  # expect: HYB105
    y = base(x)
    return tf.exp(y) * (2.0 if None in y.shape.as_list() else 1.0)


# tf: same
def compared_shapes(x):  # expect: HYB105
    y = base(x)
    return tf.exp(y) * (2.0 if y.shape == x.shape else 1.0)


# tf: differs
def compared_parts(x):  # expect: HYB105
    y = base(x)
    return tf.exp(y) * (2.0 if y.shape[:1] == (None,) else 1.0)


# tf: differs
def counted_in_a_loop(x):  # expect: HYB105
    y = base(x)
    k = 0
    for n in y.shape:
        if n is None:
            k += 1
    return tf.exp(y) * float(k + 1)


# tf: differs
def counted_in_a_generator(x):  # expect: HYB105
    y = base(x)
    return tf.exp(y) * float(sum(1 for n in y.shape if n is None) + 1)


# tf: differs
def filtered(x):  # expect: HYB105
    y = base(x)
    s = [n for n in y.shape if n]
    return tf.exp(y) * float(len(s))


# tf: differs
def shown_as_text(x):  # expect: HYB105
    y = base(x)
    return tf.exp(y) * float(len(str(y.shape[0])))


# tf: differs
def formatted(x):  # expect: HYB105
    y = base(x)
    return tf.exp(y) * float(len(f"{y.shape}"))


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


# tf: raises TypeError "TypeError: Input 'y' of 'Mul' Op has type float64 that does "
def measured_and_halved(x):  # expect: HYB114
    y = base(x)
    n = y.shape[0] if y.shape[0] is not None else tf.shape(y)[0]
    return tf.exp(y) * (n / 2)


# tf: raises TypeError "TypeError: Expected int32, but got 2.0 of type 'float'."
def measured_as_exponent(x):  # expect: HYB114
    y = base(x)
    n = y.shape[0] if y.shape[0] is not None else tf.shape(y)[0]
    return tf.exp(y) * 2.0**n


# tf: raises TypeError "TypeError: Input 'y' of 'Maximum' Op has type int32 that doe"
def measured_beside_a_float(x):  # expect: HYB114
    y = base(x)
    n = y.shape[0] or tf.shape(y)[0]
    return tf.maximum(1.5, n) + tf.exp(y)


# tf: raises AssertionError "AssertionError:"
def asserted(x):  # expect: HYB105
    y = base(x)
    assert y.shape[0]
    return tf.exp(y)


# tf: differs
def converted_under_a_handler(x):  # expect: HYB105
    y = base(x)
    try:
        n = int(y.shape[0])
    except TypeError:
        n = 1
    return tf.exp(y) * n


# tf: same
def compared_with_a_number(x):  # expect: HYB105
    y = base(x)
    n = y.get_shape().as_list()[0]
    return tf.exp(y) * (1.0 if n == 3 else 2.0)


# tf: same
def length_of_unique(x):  # expect: HYB105
    y = tf.unique(tf.reshape(x, [-1]))[0]
    return y * (1.0 if y.shape[0] == 12 else 2.0)


# tf: raises TypeError "None"
def unpacked_into_a_display(x):  # expect: HYB105
    y = base(x)
    return tf.ones([*y.shape]) + y


# tf: same
def replaced_in_a_list(x):  # expect: HYB105
    y = base(x)
    s = y.shape.as_list()
    s[0] = -1
    return tf.reshape(y, s) * 2.0


# tf: differs
def rank_after_squeeze(x):  # expect: HYB105
    y = tf.squeeze(base(x))
    return tf.exp(y) * float(y.shape.rank or 9)


# tf: same
def rank_of_gathered_points(x):  # expect: convert
    y = tf.gather_nd(x, tf.where(x > 0.5))
    return tf.exp(y) * float(y.shape.rank or 9)


# tf: same
def rank_after_transposing(x):  # expect: convert
    y = tf.transpose(base(x)[None], tf.argsort([2, 0, 1]))
    return tf.exp(y) * float(y.shape.rank)


# tf: differs
def kept_in_a_tuple(x):  # expect: HYB105
    y = base(x)
    s = tuple(y.shape)
    return tf.exp(y) * (2.0 if s[0] is None else 1.0)


# tf: same
def minus_one_for_a_missing_length(x):  # expect: HYB105
    y = base(x)
    z = [d if d is not None else -1 for d in y.shape]
    return tf.reshape(tf.exp(y), z)


# tf: differs
def measured_by_a_statement(x):  # expect: HYB105
    y = base(x)
    n = y.shape[0]
    if n is None:
        n = tf.shape(x)[0]
    return tf.exp(y) * tf.cast(n, tf.float32)


# tf: differs
def grown_in_a_graph_loop(x):  # expect: HYB105
    y = tf.while_loop(
        lambda y: tf.reduce_sum(y) < 0.0,
        lambda y: [tf.concat([y, y], 0)],
        [x],
        shape_invariants=[tf.TensorShape([None, 4])],
    )[0]
    return tf.exp(y) * (2.0 if y.shape[0] is None else 1.0)


# tf: differs
def length_after_a_graph_conditional(x):  # expect: HYB105
    y = tf.cond(tf.reduce_sum(x) > 0.0, lambda: x, lambda: x[:1])
    return tf.exp(y) * (2.0 if y.shape[0] is None else 1.0)


# tf: differs
def length_after_a_condition(x):  # expect: HYB105
    if tf.reduce_sum(x) > 0.0:
        y = x
    else:
        y = x[:1]
    return tf.exp(y) * (2.0 if y.shape[0] is None else 1.0)


# tf: differs
def length_of_a_range(x):  # expect: HYB105
    y = tf.range(tf.cast(tf.reduce_sum(x), tf.int32))
    return y * (2 if y.shape[0] is None else 1)


# tf: differs
def length_of_a_slice(x):  # expect: HYB105
    y = x[: tf.cast(tf.reduce_sum(x) / 4.0, tf.int32)]
    return y * (2.0 if y.shape[0] is None else 1.0)


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
    one_for_a_missing_length(x)
    asked_whether_all_is_known(x)
    asked_for_the_type(x)
    computed_with(x)
    reshaped_to_its_own(x)
    divided_by(x)
    zeros_of_the_shape(x)
    key_of_a_dict(x)
    element_of_a_set(x)
    counted_in_a_list(x)
    product_of_all(x)
    looked_for_in_a_list(x)
    compared_shapes(x)
    compared_parts(x)
    counted_in_a_loop(x)
    counted_in_a_generator(x)
    filtered(x)
    shown_as_text(x)
    formatted(x)
    given_to_a_function(x)
    tested_by_while(x)
    unpacked_and_negated(x)
    measured_and_halved(x)
    measured_as_exponent(x)
    measured_beside_a_float(x)
    asserted(x)
    converted_under_a_handler(x)
    compared_with_a_number(x)
    length_of_unique(x)
    unpacked_into_a_display(x)
    replaced_in_a_list(x)
    rank_after_squeeze(x)
    rank_of_gathered_points(x)
    rank_after_transposing(x)
    kept_in_a_tuple(x)
    minus_one_for_a_missing_length(x)
    measured_by_a_statement(x)
    grown_in_a_graph_loop(x)
    length_after_a_graph_conditional(x)
    length_after_a_condition(x)
    length_of_a_range(x)
    length_of_a_slice(x)
    kept_in_an_object(x)
