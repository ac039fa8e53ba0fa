"""Functions that AutoGraph runs as they are: their control flow on tensors stays in Python."""

import tensorflow as tf


def positive_part(x):
    if tf.reduce_sum(x) > 0.0:
        x = x * 2.0
    return x


# tf: raises OperatorNotAllowedInGraphError "symbolic"
def assigns_in_expression(x):  # expect: HYB109
    if (count := len([1, 2])) > 3:
        x = x + float(count)
    if tf.reduce_sum(x) > 0.0:
        x = x * 2.0
    return x


# tf: raises OperatorNotAllowedInGraphError "symbolic"
def calls_from_unconverted(x):  # expect: HYB109
    if (count := len([1, 2])) > 3:
        x = x + float(count)
    return positive_part(x)


# tf: same
def assigns_without_tensors(x):  # expect: convert
    if (count := len([1, 2])) > 3:
        x = x + float(count)
    return x * 2.0


# tf: raises OperatorNotAllowedInGraphError "symbolic"
def loops_with_else(x):  # expect: HYB109
    for _ in tf.range(2):
        x = x + 1.0
    else:
        x = x * 3.0
    return x


# tf: raises OperatorNotAllowedInGraphError "symbolic"
def python_loop_with_else(x):  # expect: HYB109
    for _ in range(2):
        x = x + 1.0
    else:
        x = x * 3.0
    return positive_part(x)


# tf: same
def python_loop_alone(x):  # expect: convert
    for _ in range(2):
        x = x + 1.0
    else:
        x = x * 3.0
    return x


# tf: raises OperatorNotAllowedInGraphError "symbolic"
def nested_generator(x):  # expect: HYB109
    def parts():
        yield x
        yield x

    if tf.reduce_sum(x) > 0.0:
        x = x * 2.0
    return x + tf.add_n(list(parts()))


# tf: same
def matches(x, mode):  # expect: convert
    match mode:
        case "double":
            return x * 2.0
        case _:
            return x


# tf: raises OperatorNotAllowedInGraphError "symbolic"
def matches_and_branches(x, mode):  # expect: HYB109
    match mode:
        case "double":
            x = x * 2.0
    if tf.reduce_sum(x) > 0.0:
        x = x + 1.0
    return x


# tf: same
def class_inside(x):  # expect: convert
    class Rates:
        rate = (value := 2.0)

    if tf.reduce_sum(x) > 0.0:
        x = x * Rates.rate
    return x


# tf: same
def chained(x):  # expect: convert
    if 0.0 < tf.reduce_sum(x) < 100.0:
        x = x * 2.0
    return x


# tf: same
def chained_result(x):  # expect: convert
    return 0.0 < tf.reduce_sum(x) < 100.0


# tf: raises OperatorNotAllowedInGraphError "symbolic"
def chained_unconverted(x):  # expect: HYB109
    if (count := len([1, 2])) > 3:
        x = x + float(count)
    return 0.0 < tf.reduce_sum(x) < 100.0


# tf: same
def negated(x):  # expect: convert unsafe
    if not tf.reduce_sum(x) > 100.0:
        x = x * 2.0
    return x


def halves(x, size):
    for i in range(0, len(x), size):
        yield x[i : i + size]


def halves_of_shape(x, size):
    for i in range(0, x.shape[0], size):
        yield x[i : i + size]


def length(x):
    return len(x)


# tf: raises TypeError "len is not well defined for a symbolic Tensor"
def length_in_generator(x):  # expect: HYB109
    return tf.stack([tf.reduce_sum(part) for part in halves(x, 1)])


# tf: same
def length_of_shape_in_generator(x):  # expect: convert
    return tf.stack([tf.reduce_sum(part) for part in halves_of_shape(x, 1)])


# tf: raises TypeError "len is not well defined for a symbolic Tensor"
def length_unconverted(x):  # expect: HYB109
    if (scale := 2.0) > 1.0:
        x = x * scale
    return x / len(x)


# tf: raises TypeError "len is not well defined for a symbolic Tensor"
def length_by_library(x):  # expect: HYB109
    return x * sorted([x, x[:1]], key=length)[0]


# tf: same
def length_converted(x):  # expect: convert
    return x / length(x)


value = tf.constant([1.0, 2.0])
length_in_generator(value)
length_of_shape_in_generator(value)
length_unconverted(value)
length_by_library(value)
length_converted(value)
assigns_in_expression(value)
calls_from_unconverted(value)
assigns_without_tensors(value)
loops_with_else(value)
python_loop_with_else(value)
python_loop_alone(value)
nested_generator(value)
matches(value, "double")
matches_and_branches(value, "double")
class_inside(value)
chained(value)
chained_result(value)
chained_unconverted(value)
negated(value)
