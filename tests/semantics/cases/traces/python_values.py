"""Python arguments are keys by value: equal values are one key, whatever their type."""

import tensorflow as tf


# tf: traces 3
def three_numbers(x, n):  # fact: traces=3
    return x * n


# tf: traces 1
def equal_numbers(x, n):  # fact: traces=1
    return x * tf.cast(n, x.dtype)


# tf: traces 1
def not_a_number(x, fill):  # fact: traces=1
    return x + fill


# tf: traces 3
def texts(x, mode, flag=None):  # fact: traces=3
    return x if mode == "same" else -x


# tf: traces 40
def loop_counter(x, i):  # fact: traces=40
    return x * float(i)


# tf: traces 3
def few_turns(x, i):  # fact: traces=3
    return x * float(i)


# tf: traces 5
def decided_by_a_test(x, i):  # fact: traces=null
    return x + float(i)


# tf: traces 1
def number_as_tensor(x, i):  # fact: traces=1
    return x * i


# tf: traces 1
def default_forms(x, n=2, *, scale=1.0):  # fact: traces=1
    return x * n * scale


# tf: traces 1
def in_a_range(x, steps):  # fact: traces=1
    return x * float(len(steps))


x = tf.constant([1.0, 2.0])
three_numbers(x, 1.0)
three_numbers(x, 2.0)
three_numbers(x, 3.0)
equal_numbers(x, 1)
equal_numbers(x, 1.0)
equal_numbers(x, True)
not_a_number(x, float("nan"))
not_a_number(x, float("nan"))
texts(x, "same")
texts(x, "other")
texts(x, "same", flag=True)
for i in range(40):
    loop_counter(x, i)
    number_as_tensor(x, tf.constant(float(i)))
    if i % 9 == 0:
        decided_by_a_test(x, i)
for i in range(3):
    few_turns(x, i)
default_forms(x)
default_forms(x, 2)
default_forms(x, n=2)
default_forms(x=x, scale=1.0)
default_forms(x, 2.0)
in_a_range(x, range(3))
in_a_range(x, range(3))
