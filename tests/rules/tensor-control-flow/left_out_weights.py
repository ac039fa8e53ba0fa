"""Weights that one branch on a tensor leaves out: a gradient that was None is zero, and Adam goes on moving them."""

import tensorflow as tf

first, second = tf.Variable(1.0), tf.Variable(1.0)
optimizer = tf.keras.optimizers.Adam(0.1)
optimizer.build([first, second])


# tf: differs
def loss(x):  # expect: convert unsafe
    if tf.reduce_sum(x) > 0.0:
        return tf.square(first * tf.reduce_sum(x) - 3.0)
    return tf.square(second * tf.reduce_sum(x) - 3.0)


# tf: differs
def chosen(x):  # expect: convert unsafe
    total = tf.reduce_sum(x)
    return tf.cond(total > 0.0, lambda: tf.square(first * total), lambda: tf.square(second * total))


# tf: differs
def behind_a_return(x):  # expect: convert unsafe
    total = tf.reduce_sum(x)
    if total < 0.0:
        return tf.square(total)
    return tf.square(second * total - first)


# tf: differs
def behind_a_number(x):  # expect: convert unsafe
    total = tf.reduce_sum(x)
    if total < 0.0:
        return 0.0
    scaled = second * total
    return tf.square(scaled - 1.0)


# tf: same
def before_a_return(x):  # expect: convert
    scaled = first * tf.reduce_sum(x) + second
    if scaled > 0.0:
        return tf.square(scaled)
    return scaled * 2.0


# tf: same
def used_by_both(x):  # expect: convert
    total = tf.reduce_sum(x)
    scaled = first * total + second
    if total > 0.0:
        scaled = scaled * 2.0
    return tf.square(scaled)


def step(function, x):
    with tf.GradientTape() as tape:
        value = tf.square(first) * 0.1 + function(x)
    gradients = tape.gradient(value, [first, second])
    optimizer.apply_gradients((g, v) for g, v in zip(gradients, [first, second]) if g is not None)
    return value


x = tf.constant([1.0, 2.0])
functions = loss, chosen, used_by_both, behind_a_return, behind_a_number, before_a_return
results = [step(function, sign * x) for function in functions for sign in (1.0, -1.0, 1.0)]
results += [tf.identity(first), tf.identity(second)]
