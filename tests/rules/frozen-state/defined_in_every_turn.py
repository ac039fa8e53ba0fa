"""Functions that every turn of a loop defines anew: a graph lasts for one turn, and finds what that has set."""

import tensorflow as tf

x = tf.constant([1.0, 2.0, 3.0])

for units in (2, 3):
    model = tf.keras.Sequential([tf.keras.Input([3]), tf.keras.layers.Dense(units, kernel_initializer="ones")])

    # tf: same
    def step(x):  # expect: convert unsafe
        return tf.reduce_sum(model(x))

    for _ in range(3):
        step(x[None])


for power in (1.0, 2.0):
    # tf: same
    def raised(x):  # expect: convert unsafe
        return x**power

    raised(x)
    raised(x)


for factor in (1.0, 2.0, 3.0):
    scale = factor * 2.0

    # tf: differs
    def changed_behind(x):  # expect: HYB104
        return x * scale

    for _ in range(3):
        changed_behind(x)
        scale = scale + 1.0


def last(x):
    return x


for factor in (1.0, 2.0, 3.0):
    shift = factor * 2.0
    last(x)

    # tf: differs
    def last(x):  # expect: HYB104
        return x + shift

    last(x)


for factor in (1.0, 2.0, 3.0):
    part = factor * 2.0
    if factor < 2.0:
        # tf: differs
        def sometimes(x):  # expect: HYB104
            return x - part

    sometimes(x)


kept = []
for factor in (1.0, 2.0, 3.0):
    given = factor * 2.0

    # tf: differs
    def held(x):  # expect: HYB104
        return x / given

    kept.append(held)
    for each in kept:
        each(x)


def folds(x):
    results = []
    for factor in (1.0, 2.0):
        weight = factor * 2.0

        # tf: same
        def weighted(x):  # expect: convert unsafe
            return x * weight

        results += [weighted(x), weighted(x)]
    return results


folds(x)
