"""A variable of a loop or branch on a tensor, and another of the same name in a comprehension, lambda or nested function."""

import tensorflow as tf


# tf: same
def lambda_before(x):  # expect: convert
    double = lambda v: v * 2.0
    total = tf.zeros([2])
    for v in x:
        total += double(v)
    return total


# tf: same
def lambda_of_dataset(x):  # expect: convert
    data = tf.data.Dataset.from_tensor_slices(x).map(lambda v: v * 2.0)
    total = tf.zeros([2])
    for v in data:
        total += v
    return total


# tf: same
def comprehension_after(x):  # expect: convert
    total = tf.zeros([2])
    for v in x:
        total += v
    return total + tf.add_n([v * 2.0 for v in tf.unstack(x)])


# tf: same
def generator_after(x):  # expect: convert
    total = tf.zeros([2])
    for v in x:
        total += v
    return tf.add_n(list(w * 2.0 for v in [tf.unstack(x)] for w in v)) + total


# tf: same
def function_after(x):  # expect: convert
    total = tf.zeros([2])
    for v in x:
        total += v

    def double(v):
        return v * 2.0

    return double(total)


# tf: same
def in_a_loop(x):  # expect: convert
    total = tf.zeros([2])
    for _ in tf.range(2):
        first = [v for v in tf.unstack(x)][0]
        for v in x:
            total += v + first
    return total


# tf: same
def branch(x):  # expect: convert
    if tf.reduce_sum(x) > 0.0:
        v = x * 2.0
        y = v
    else:
        y = x
    return y + [v for v in tf.unstack(x)][0]


# tf: same
def first_iterable(x):  # expect: HYB109
    total = tf.zeros([2])
    for v in x:
        total += v
    return total + [v * 2.0 for v in [v]][0]


# tf: same
def captured(x):  # expect: HYB109
    total = tf.zeros([2])
    for v in x:
        total += v
    return (lambda u: v * u)(total)


# tf: same
def default(x):  # expect: HYB109
    total = tf.zeros([2])
    for v in x:
        total += v
    return (lambda u=v: u)() + total


# tf: raises ValueError "ValueError: 'v' must also be initialized in the else branch"
def branch_read(x):  # expect: HYB109
    if tf.reduce_sum(x) > 0.0:
        v = x * 2.0
    return [v for u in [v]][0]


x = tf.ones([3, 2])
results = [
    function(x)
    for function in (
        lambda_before,
        lambda_of_dataset,
        comprehension_after,
        generator_after,
        function_after,
        in_a_loop,
        branch,
        first_iterable,
        captured,
        default,
        branch_read,
    )
]
