"""Numbers that a branch on a tensor chooses, and of which a graph makes tensors: which uses tell the two apart."""

import tensorflow as tf

weights = tf.Variable([1.0, 2.0, 3.0])


# tf: same
def scaled(x):  # expect: convert
    total = tf.reduce_sum(x)
    if total > 4.0:
        scale = tf.sqrt(total)
    else:
        scale = 1.0
    return x * scale


# tf: same
def no_quotient(x):  # expect: convert
    ratio = tf.reduce_sum(x) - 3.0
    if ratio == 0.0:
        ratio = 1.0
    return x / ratio


# tf: same
def penalty(x):  # expect: convert
    loss = tf.reduce_sum(x * weights)
    extra = 0.0
    if loss > 10.0:
        extra = tf.reduce_mean(x)
    loss += extra
    return loss


# tf: same
def cast(x):  # expect: convert
    if tf.reduce_sum(x) > 4.0:
        many = 1
    else:
        many = 0
    return x * tf.cast(many, tf.float32)


# tf: same
def chosen_twice(x):  # expect: convert
    total = tf.reduce_sum(x)
    if total > 4.0:
        scale = 2.0
    elif total > 1.0:
        scale = 1.0
    else:
        scale = tf.square(total)
    return x + scale


# tf: same
def one_turn_after_the_other(x):  # expect: convert
    total = tf.reduce_sum(x)
    for _ in range(2):
        if total > 4.0:
            step = 0.5
        else:
            step = 2.0
        total = total * step
    return total


# tf: same
def argument_set_anew(total):  # expect: convert
    if total > 4.0:
        total = tf.sqrt(total)
    else:
        total = 0.0
    return tf.ones([3]) * total


# tf: differs
def of_two_numbers(x):  # expect: undetermined HYB109
    if tf.reduce_sum(x) > 4.0:
        scale = 0.1
    else:
        scale = 0.3
    return x * (scale * 3.0 - 0.3)


# tf: raises TypeError "has type int32 that does not match type float32"
def whole_numbers(x):  # expect: HYB114
    if tf.reduce_sum(x) > 4.0:
        scale = 2
    else:
        scale = 3
    return x * scale


# tf: raises TypeError "has type float32 that does not match type float64"
def of_twice_the_digits(x):  # expect: undetermined HYB109
    if tf.reduce_sum(x) > 4.0:
        scale = 2.0
    else:
        scale = 3.0
    return tf.cast(x, tf.float64) * scale


# tf: differs
def given_back(x):  # expect: convert unsafe
    if tf.reduce_sum(x) > 4.0:
        many = 1
    else:
        many = 0
    return x + 1.0, many


# tf: raises OperatorNotAllowedInGraphError "OperatorNotAllowedInGraphError: Iterating over a symbolic `t"
def told(x):  # expect: HYB105
    if tf.reduce_sum(x) > 4.0:
        many = 1
    else:
        many = 2
    return tf.stack([x] * many) + sum(range(many))


# tf: raises TypeError "TypeError: list indices must be integers or slices, not Symb"
def counted(x):  # expect: HYB105
    total = tf.reduce_sum(x)
    many = 1
    for _ in range(2):
        total = total / [1.0, 2.0, 3.0][many]
        if total > 4.0:
            many = 2
        else:
            many = 0
    return total


# tf: same
def in_one_line(x):  # expect: convert
    total = tf.reduce_sum(x)
    scale = tf.sqrt(total) if total > 4.0 else 1.0
    return x * scale + (2.0 if total > 4.0 else 1.0) * x


# tf: differs
def in_one_line_of_numbers(x):  # expect: undetermined HYB109
    return x * ((0.1 if tf.reduce_sum(x) > 4.0 else 0.3) * 3.0 - 0.3)


# tf: same
def as_float(x):  # expect: HYB109
    if tf.reduce_sum(x) > 4.0:
        scale = 2.0
    else:
        scale = 3.0

    def inner(y):
        return y * scale

    return inner(x)


for row in ([1.0, 1.0, 1.0], [4.0, 5.0, 6.0], [0.1, 0.2, 0.3]):
    batch = tf.constant(row)
    results = [scaled(batch), no_quotient(batch), penalty(batch), cast(batch), chosen_twice(batch)]
    results += [one_turn_after_the_other(batch), of_two_numbers(batch), whole_numbers(batch)]
    results += [argument_set_anew(tf.reduce_sum(batch)), in_one_line(batch), in_one_line_of_numbers(batch)]
    results += [of_twice_the_digits(batch), told(batch), counted(batch), as_float(batch)]
    rest, number = given_back(batch)
    print(results, rest, "many" if number == 1 and isinstance(number, int) else number)
