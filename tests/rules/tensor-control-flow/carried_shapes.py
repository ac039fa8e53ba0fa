"""Loops of TensorFlow that carry tensors of several shapes: a graph asks that a turn leaves the shape as it is."""

import tensorflow as tf


# tf: raises ValueError "enters the loop with shape"
def grown(x, n):  # expect: convert unsafe
    return tf.while_loop(lambda i, a: i < n, lambda i, a: (i + 1, tf.concat([a, a], 0)), [0, x])[1]


# tf: raises ValueError "enters the loop with shape"
def folded(x):  # expect: HYB109
    return tf.foldr(lambda a, v: tf.concat([a, [v]], 0), x, initializer=x)


# tf: raises ValueError "enters the loop with shape"
def spread(x):  # expect: convert unsafe
    return tf.while_loop(lambda i, a: i < 1, lambda i, a: (i + 1, a * tf.ones([3, 1])), [0, x])[1]


# tf: same
def told(x, n):  # expect: convert
    shapes = [tf.TensorShape([]), tf.TensorShape([None])]
    return tf.while_loop(
        lambda i, a: i < n, lambda i, a: (i + 1, tf.concat([a, a], 0)), [tf.constant(0), x], shape_invariants=shapes
    )[1]


# tf: same
def counted(x, n):  # expect: convert
    return tf.while_loop(lambda i, a: i < n, lambda i, a: (i + 1, a + 1.0), [0, tf.reduce_sum(x)])[1]


# tf: same
def counted_by_group(x, groups, n):  # expect: convert
    counts = tf.zeros([2])
    while n > 0:
        counts = tf.math.unsorted_segment_sum(tf.ones(tf.shape(x)[0]), groups, 2)
        n -= 1
    return counts


x, y = tf.constant([1.0, 2.0]), tf.constant([1.0, 2.0, 3.0])
results = [f(a, n) for f in (grown, told, counted) for a, n in ((x, 2), (y, 1))]
results += [counted_by_group(x, tf.constant([0, 1]), tf.constant(2)), counted_by_group(y, tf.constant([1, 1, 0]), tf.constant(1))]
results += [folded(x), folded(y), spread(x[None, :]), spread(y)]
