"""Lengths that a graph does not know: taken for numbers."""

import tensorflow as tf


def base(x):
    return tf.boolean_mask(x, x[:, 0] > 0.3)


# tf: differs
def one_for_a_missing_length(x):  # expect: HYB105
    y = base(x)
    n = y.shape[0] if y.shape[0] is not None else 1
    return tf.exp(y) * float(n)


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


# tf: differs
def converted_under_a_handler(x):  # expect: HYB105
    y = base(x)
    try:
        n = int(y.shape[0])
    except TypeError:
        n = 1
    return tf.exp(y) * n


# tf: differs
def measured_by_a_statement(x):  # expect: HYB105
    y = base(x)
    n = y.shape[0]
    if n is None:
        n = tf.shape(x)[0]
    return tf.exp(y) * tf.cast(n, tf.float32)


x = tf.constant([[0.9, 0.8, 0.7, 0.6], [0.2, 0.1, 0.3, 0.4], [0.5, 0.6, 0.7, 0.8]])
for _ in range(3):
    one_for_a_missing_length(x)
    computed_with(x)
    reshaped_to_its_own(x)
    divided_by(x)
    zeros_of_the_shape(x)
    measured_and_halved(x)
    measured_as_exponent(x)
    measured_beside_a_float(x)
    converted_under_a_handler(x)
    measured_by_a_statement(x)
