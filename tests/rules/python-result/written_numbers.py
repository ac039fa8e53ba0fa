"""Numbers that a graph returns as tensors, and that a caller writes out: these read otherwise."""

import tensorflow as tf


# tf: differs
def printed(x):  # expect: HYB112
    n = 0
    for v in x:
        if v > 0.0:
            n += 1
    return n


# tf: differs
def printed_by_name(x):  # expect: HYB112
    steps = 0
    while tf.reduce_sum(x) > 1.0:
        x = x * 0.5
        steps += 1
    return x, steps


# tf: differs
def other_part_printed(x):  # expect: convert unsafe
    steps = 0
    while tf.reduce_sum(x) > 1.0:
        x = x * 0.5
        steps += 1
    return x, steps


# tf: differs
def in_a_text(x):  # expect: HYB112
    if tf.reduce_sum(x) < 0.0:
        return 0.0
    return tf.reduce_sum(x)


# tf: differs
def converted_first(x):  # expect: convert unsafe
    n = 0
    for v in x:
        if v > 0.0:
            n += 1
    return n


x = tf.constant([1.0, 2.0])
print("positive", printed(x))
y, steps = printed_by_name(x)
print("steps", steps)
z, more = other_part_printed(x)
print("halved", tf.reduce_sum(z), z)
print(f"sum {in_a_text(-x)}")
count = converted_first(x)
print("positive", int(count))
for _ in range(2):
    int(printed(x)), int(converted_first(x)), float(in_a_text(x)), int(printed_by_name(x)[1]), int(other_part_printed(x)[1])
