"""Of batches of any size a graph knows all lengths but the first, behind operations that work row by row, too."""

import sys

import tensorflow as tf

units = len(sys.argv) + 2
weights = tf.Variable(tf.ones([3, units]))
filters = tf.Variable(tf.ones([2, 2, 1, units]))
table = tf.Variable(tf.ones([10, units]))


# tf: same
def product(x):  # expect: convert
    y = tf.matmul(x, weights)
    return y * y.shape[1]


# tf: same
def contraction(x):  # expect: convert
    y = tf.tensordot(x, weights, 1)
    return y * y.shape[1]


# tf: same
def equation(x):  # expect: convert
    y = tf.einsum("bi,ij->jb", x, weights)
    return y * y.shape[0]


# tf: same
def equation_with_rows_behind(x):  # expect: convert
    y = tf.einsum("bi,ij->jb", x, weights)
    return y * y.shape[1]


# tf: same
def convolution(x):  # expect: convert
    y = tf.nn.conv2d(x[:, :, tf.newaxis, tf.newaxis], filters, 1, "SAME")
    return y * y.shape[3]


# tf: same
def rows(x):  # expect: convert
    y = tf.gather(table, tf.cast(x[:, 0], tf.int32))
    return y * y.shape[1]


# tf: same
def norm(x):  # expect: convert
    y = tf.norm(tf.matmul(x, weights)[:, :, tf.newaxis] + tf.ones([units]), axis=1)
    return y * y.shape[1]


# tf: same
def parts(x):  # expect: convert
    y, z = tf.split(tf.matmul(x, tf.concat([weights, weights], 1)), 2, axis=1)
    return y * z.shape[1]


# tf: same
def best(x):  # expect: convert
    values, _ = tf.nn.top_k(tf.matmul(x, weights), 2)
    return values * values.shape[1]


# tf: same
def rows_by_rows(x):  # expect: convert
    y = tf.matmul(x, x, transpose_b=True)
    return y * y.shape[1]


# tf: same
def rows_behind(x):  # expect: convert
    y = tf.matmul(weights, x, transpose_a=True, transpose_b=True)
    return y * y.shape[1]


# tf: same
def repeated_by_lengths(x):  # expect: convert
    y = tf.tile(x, [1, tf.shape(x)[0]])
    return y * y.shape[1]


# tf: same
def all_of_them(batches):  # expect: convert
    batch = next(batches)
    results = (product(batch), contraction(batch), equation(batch), convolution(batch), rows(batch))
    return results, norm(batch), parts(batch), best(batch)


# tf: raises ValueError "None"
def with_an_equation(batches):  # expect: HYB105
    return equation_with_rows_behind(next(batches))


# tf: raises ValueError "None"
def with_rows_by_rows(batches):  # expect: HYB105
    return rows_by_rows(next(batches))


# tf: raises ValueError "None"
def with_rows_behind(batches):  # expect: HYB105
    return rows_behind(next(batches))


# tf: raises ValueError "None"
def with_lengths(batches):  # expect: HYB105
    return repeated_by_lengths(next(batches))


data = tf.data.Dataset.from_tensor_slices(tf.ones([10, 3])).batch(4).repeat()
for run in (all_of_them, with_an_equation, with_rows_by_rows, with_rows_behind, with_lengths):
    batches = iter(data)
    for _ in range(3):
        run(batches)
