"""Loops over datasets, through which a graph has no gradient: a tape around one, or around the call of its function."""

import tensorflow as tf

data = tf.data.Dataset.from_tensor_slices([1.0, 2.0, 3.0])
weight = tf.Variable(2.0)
model = tf.keras.Sequential([tf.keras.Input([1]), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)


# tf: differs
def within_a_tape(x):  # expect: undetermined HYB109
    with tf.GradientTape() as tape:
        total = tf.constant(0.0)
        for batch in data:
            total += batch * weight * tf.reduce_sum(x)
    gradient = tape.gradient(total, weight)
    return x if gradient is None else x * gradient


# tf: differs
def total_for_others(x):  # expect: undetermined HYB109
    total = tf.constant(0.0)
    for batch in data:
        total += batch * tf.reduce_sum(x)
    return total


# tf: same
def total_for_nobody(x):  # expect: convert
    total = tf.constant(0.0)
    for batch in data:
        total += batch * tf.reduce_sum(x)
    return total


# tf: same
def of_an_iterator(x):  # expect: convert
    total = tf.constant(0.0)
    for _ in tf.range(3):
        total += 2.0 * tf.reduce_sum(x)
    return total


# tf: same
def epoch(scale):  # expect: convert
    total = tf.constant(0.0)
    for batch in data:
        with tf.GradientTape() as tape:
            loss = tf.square(weight * batch - scale)
        weight.assign_sub(0.01 * tape.gradient(loss, weight))
        total += loss
    return total


# tf: differs
def of_a_helper(x):  # expect: undetermined HYB109
    with tf.GradientTape() as tape:
        tape.watch(x)
        total = total_for_helper(x)
    gradient = tape.gradient(total, x)
    return x if gradient is None else x * gradient


def total_for_helper(x):
    total = tf.constant(0.0)
    for batch in data:
        total += batch * tf.reduce_sum(x)
    return total


# tf: same
def counts_beside(x):  # expect: convert
    with tf.GradientTape() as tape:
        tape.watch(x)
        n = tf.constant(0)
        for _ in data:
            n += 1
        total = tf.reduce_sum(x) * tf.cast(n, tf.float32)
    return tape.gradient(total, x)


x = tf.constant([1.0, 2.0])
results = [total_for_nobody(x), epoch(tf.constant(1.0)), within_a_tape(x), of_a_helper(x), counts_beside(x)]
for function in (total_for_others, of_an_iterator):
    with tf.GradientTape() as tape:
        tape.watch(x)
        total = function(x)
    results.append(tape.gradient(total, x))
