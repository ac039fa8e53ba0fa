"""Lengths that a graph does not know: in collections and texts."""

import tensorflow as tf


def base(x):
    return tf.boolean_mask(x, x[:, 0] > 0.3)


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


# tf: same
def minus_one_for_a_missing_length(x):  # expect: HYB105
    y = base(x)
    z = [d if d is not None else -1 for d in y.shape]
    return tf.reshape(tf.exp(y), z)


x = tf.constant([[0.9, 0.8, 0.7, 0.6], [0.2, 0.1, 0.3, 0.4], [0.5, 0.6, 0.7, 0.8]])
for _ in range(3):
    key_of_a_dict(x)
    element_of_a_set(x)
    counted_in_a_list(x)
    product_of_all(x)
    looked_for_in_a_list(x)
    counted_in_a_loop(x)
    counted_in_a_generator(x)
    filtered(x)
    shown_as_text(x)
    formatted(x)
    unpacked_into_a_display(x)
    replaced_in_a_list(x)
    minus_one_for_a_missing_length(x)
