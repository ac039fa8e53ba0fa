"""Arrays of double precision, whole numbers and bools given to operations, variables and conversions."""

import numpy as np
import tensorflow as tf

STATE = tf.Variable([1.0, 2.0])


# tf: raises ValueError "requested dtype float32 for Tensor with dtype float64"
def converted(rows, x):  # expect: HYB114 "float32 and float64 meet"
    return rows + tf.convert_to_tensor(x, tf.float32)


# tf: raises TypeError "Expected any non-tensor type"
def copied(rows, x):  # expect: HYB105 "needs the value of a tensor"
    return rows + tf.constant(x)


# tf: raises TypeError "SelectV2"
def chosen(rows, x):  # expect: HYB114
    return tf.where(rows > 1.0, rows, x)


# tf: raises TypeError "don't all match"
def joined(rows, x):  # expect: HYB114
    return tf.stack([rows, x])


# tf: raises ValueError "requested dtype float32"
def stored(rows, x):  # expect: HYB114
    STATE.assign_add(x)
    return STATE * rows


# tf: raises ValueError "requested dtype float32"
def drawn(rows, x):  # expect: HYB114
    return rows + tf.random.stateless_normal([2], [1, 2], mean=x)


# tf: raises TypeError "float64"
def solved(rows, x):  # expect: HYB114
    return tf.linalg.solve(tf.eye(2), x[:, None]) + rows


# tf: raises TypeError "does not match"
def looked_up(rows, table):  # expect: HYB114
    return rows + table["shift"]


# tf: same
def looked_up_single(rows, table):  # expect: convert unsafe
    return rows + table["shift"]


# tf: raises TypeError "Expected int64, but got 0.5"
def halved(rows, counts):  # expect: HYB114 "a Python float and int64 meet"
    return rows * tf.cast(counts * 0.5, tf.float32)


# tf: raises TypeError "uint8"
def negated(rows, levels):  # expect: HYB107, HYB114 "a minus before uint8"
    return rows + tf.cast(-levels, tf.float32)


# tf: raises TypeError "bool"
def counted(rows, flags):  # expect: HYB114 "arithmetic of bools"
    return rows + tf.cast(flags + flags, tf.float32)


# tf: raises ValueError "strided_slice"
def picked(rows, x):  # expect: HYB107 "list of indices"
    return rows + tf.cast(x[[1, 0]], tf.float32)


# tf: raises AttributeError "size"
def averaged(rows, x):  # expect: HYB106 "attribute of NumPy arrays"
    return tf.reduce_sum(rows) / x.size


# tf: same
def chosen_single(rows, x):  # expect: convert
    return tf.where(rows > 1.0, rows, x)


# tf: same
def masked(rows, flags):  # expect: convert
    return tf.where(flags, rows, 0.0)


# tf: same
def scaled_counts(rows, counts):  # expect: convert
    return rows * tf.cast(counts, tf.float32) * 0.5


# tf: same
def grouped(rows, groups):  # expect: convert
    return tf.math.unsorted_segment_sum(rows, groups, 2)


batch = tf.constant([1.0, 2.0])
double = np.array([1.0, 2.0])
single = np.array([1.0, 2.0], np.float32)
whole = np.array([0, 1])
results = [f(batch, double) for f in (converted, chosen, joined, stored, drawn, solved, picked)]
results += [copied(batch, single), averaged(batch, single), chosen_single(batch, single)]
results += [looked_up(batch, {"shift": double}), looked_up_single(batch, {"shift": single})]
results += [halved(batch, whole), scaled_counts(batch, whole), grouped(batch, whole)]
results += [negated(batch, np.array([1, 2], np.uint8))]
results += [counted(batch, np.array([True, False])), masked(batch, np.array([True, False]))]


# tf: differs
def told_apart(rows, x):  # expect: convert unsafe
    return rows * (2.0 if isinstance(x, np.ndarray) else 1.0)


# tf: same
def told_from_lists(rows, x):  # expect: convert
    return rows * (2.0 if isinstance(x, list) else 1.0)


kinds = [told_apart(batch, single), told_from_lists(batch, single)]
