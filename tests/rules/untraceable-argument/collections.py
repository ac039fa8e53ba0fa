"""Sets, iterators and sequences."""

import tensorflow as tf


# tf: raises TypeError "generic TraceType"
def selected(rows, wanted):  # expect: HYB120 "a `set`"
    return tf.stack([rows[index] for index in sorted(wanted)])


# tf: same
def selected_tuple(rows, wanted):  # expect: convert
    return tf.stack([rows[index] for index in wanted])


# tf: differs
def advanced(rows, factors):  # expect: HYB120
    total = rows
    for factor in factors:
        total = total * factor
    return total


# tf: same
def advanced_list(rows, factors):  # expect: convert
    total = rows
    for factor in factors:
        total = total * factor
    return total


table = tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
a = selected(table, {0, 2})
b = selected_tuple(table, (0, 2))
c = advanced(table, (factor for factor in (2.0, 3.0)))
d = advanced_list(table, [2.0, 3.0])
