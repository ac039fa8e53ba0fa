"""Shapes that are computed of lengths: a trace computes them, too, where the lengths are static, but for control flow."""

import tensorflow as tf


# tf: same
def joined_with_a_constant(x):  # expect: convert
    noise = tf.random.stateless_normal(tf.concat([tf.constant([3]), tf.shape(x)], axis=0), seed=[1, 2])
    samples, rows, columns = noise.shape.as_list()
    return tf.reduce_sum(noise * x) / (samples * rows * columns)


# tf: same
def unstacked(x):  # expect: convert
    rows, columns = tf.unstack(tf.shape(x))
    y = tf.zeros([rows, columns, 2])
    return tf.reduce_sum(x) * y.shape[1]


# tf: same
def permuted(x):  # expect: convert
    y = tf.ones(tf.gather(tf.shape(x), [1, 0]))
    return tf.matmul(x, y) * y.shape[0]


# tf: same
def split_and_negated(x):  # expect: convert
    first, second = tf.split(tf.shape(x), 2)
    y = tf.ones(tf.concat([-(-first), tf.maximum(second, 2)], axis=0))
    return tf.reduce_sum(x) * y.shape[1]


# tf: same
def joined_with_numbers(x):  # expect: convert
    y = tf.ones(tf.concat([x.shape[:1], [2]], axis=0))
    return tf.reduce_sum(x) * y.shape[1]


# tf: raises ValueError "Tried to convert 'y' to a tensor and failed"
def chosen_by_a_condition(x):  # expect: HYB105
    lengths = tf.cond(tf.shape(x)[0] > 1, lambda: tf.shape(x), lambda: tf.shape(x) * 2)
    return tf.reduce_sum(x) * tf.ones(lengths).shape[0]


# tf: raises ValueError "Tried to convert 'y' to a tensor and failed"
def chosen_by_a_branch(x):  # expect: HYB105
    rows = tf.shape(x)[0]
    if tf.reduce_sum(x) > 0.0:
        rows = rows * 2
    return tf.reduce_sum(x) * tf.ones([rows, 3]).shape[0]


# tf: raises ValueError "Tried to convert 'y' to a tensor and failed"
def counted_in_a_loop(x):  # expect: HYB105
    rows = tf.shape(x)[0]
    while tf.reduce_sum(x) > tf.cast(rows, tf.float32) + 20.0:
        rows = rows + 1
    return tf.reduce_sum(x) * tf.ones([rows, 3]).shape[0]


# tf: raises ValueError "Tried to convert 'y' to a tensor and failed"
def carried_by_a_loop(x):  # expect: HYB105
    rows = tf.while_loop(lambda n: n < 2, lambda n: (n + 1,), (tf.shape(x)[0],))[0]
    return tf.reduce_sum(x) * tf.ones([rows, 3]).shape[0]


# tf: raises ValueError "Tried to convert 'y' to a tensor and failed"
def folded_by_a_function(x):  # expect: HYB105
    size = tf.foldl(lambda a, b: a * b, tf.shape(x))
    return tf.reduce_sum(x) * tf.ones([size]).shape[0]


# tf: raises ValueError "Tried to convert 'y' to a tensor and failed"
def captured_by_a_branch(x):  # expect: HYB105
    rows, columns = tf.unstack(tf.shape(x))
    total = tf.reduce_sum(x)
    if total > 0.0:
        total = total * tf.ones([rows, columns]).shape[0]
    return total


# tf: raises ValueError "Tried to convert 'y' to a tensor and failed"
def captured_by_a_lambda(x):  # expect: HYB105
    size = tf.gather(tf.shape(x), [1, 0])
    total = tf.reduce_sum(x)
    return tf.cond(total > 0.0, lambda: total * tf.ones(size).shape[0], lambda: 0.0)


# tf: raises ValueError "Tried to convert 'y' to a tensor and failed"
def captured_by_a_loop(x):  # expect: HYB105
    rows = tf.shape(x)[0]
    total = tf.reduce_sum(x)
    for _ in tf.range(2):
        total = total * tf.ones([rows, 3]).shape[0]
    return total


# tf: same
def released_behind_a_branch(x):  # expect: convert
    rows, columns = tf.unstack(tf.shape(x))
    total = tf.reduce_sum(x)
    if total > 0.0:
        total = total * 2.0
    return total * tf.ones([rows, columns]).shape[0]


# tf: raises ValueError "Tried to convert 'y' to a tensor and failed"
def of_an_argument(x, size):  # expect: HYB105
    return tf.reduce_sum(x) * tf.ones(size).shape[0]


# tf: raises ValueError "Tried to convert 'y' to a tensor and failed"
def of_values(x):  # expect: HYB105
    rows, columns = tf.unstack(tf.cast(tf.reduce_max(x, axis=1), tf.int32))
    return tf.reduce_sum(x) * tf.ones([rows, columns]).shape[0]


features = tf.constant([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
for _ in range(3):
    joined_with_a_constant(features)
    unstacked(features)
    permuted(features)
    split_and_negated(features)
    joined_with_numbers(features)
    chosen_by_a_condition(features)
    chosen_by_a_branch(features)
    counted_in_a_loop(features)
    carried_by_a_loop(features)
    folded_by_a_function(features)
    captured_by_a_branch(features)
    captured_by_a_lambda(features)
    captured_by_a_loop(features)
    released_behind_a_branch(features)
    of_an_argument(features, tf.constant([2, 3]))
    of_values(features)
