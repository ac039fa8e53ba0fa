"""Branches on a tensor that are never taken, and that fail where they are traced."""

import tensorflow as tf

TABLE = {"a": 1.0}


# tf: raises KeyError "missing"
def looked_up(x):  # expect: HYB109
    if tf.reduce_sum(x) < -100.0:
        x = x * TABLE["missing"]
    return x


# tf: raises ValueError "must be rank"
def joined(x, y):  # expect: HYB109
    if tf.reduce_sum(x) < -100.0:
        x = tf.concat([x, y], 0)
    return tf.reduce_sum(x)


# tf: raises ValueError "must be equal"
def multiplied(x, w):  # expect: HYB109
    if tf.reduce_sum(x) < -100.0:
        return tf.linalg.matvec(w, x)
    return x


# tf: raises StagingError "division by zero"
def divided(x):  # expect: HYB109
    number = x.shape[0] - 2
    if tf.reduce_sum(x) < -100.0:
        x = x * (1.0 / number)
    return x


# tf: same
def fitting(x, w):  # expect: convert
    if tf.reduce_sum(x) < -100.0:
        return tf.linalg.matvec(w, x, transpose_a=True) * TABLE["a"]
    return tf.concat([x[:1], x], 0)


x, w = tf.constant([1.0, 2.0]), tf.ones([2, 3])
results = [looked_up(x), joined(x, w), multiplied(x, w), divided(x), fitting(x, w)]


# tf: raises TypeError "Expected int32"
def enlarged(x):  # expect: HYB109, HYB114
    n = tf.size(x)
    if n > 3:
        n = n * 2
        n = tf.cast(n * 0.5, tf.int32)
    return n


# tf: raises TypeError "not in list of allowed values"
def root_or_sum(x):  # expect: HYB109
    total = tf.cast(tf.reduce_sum(x), tf.float32)
    if tf.reduce_sum(x) > 100:
        total = tf.reduce_sum(tf.sqrt(x))
    return total


# tf: same
def root_of_cast(x):  # expect: convert
    total = tf.cast(tf.reduce_sum(x), tf.float32)
    if tf.reduce_sum(x) > 100:
        total = tf.reduce_sum(tf.sqrt(tf.cast(x, tf.float32))) * 2.0
    return total


# tf: raises TypeError "that does not match type"
def doubled_size(x):  # expect: HYB109, HYB114
    n = tf.size(x)
    if n > 3:
        n = tf.cast(n * tf.constant(2.0), tf.int32)
    return n


numbers = tf.constant([1, 2, 3])
doubled = doubled_size(numbers)
of_integers = enlarged(numbers), root_or_sum(numbers), root_of_cast(numbers)
