"""Gradients between two results of one call, where variables of comprehensions have the names of others."""

import tensorflow as tf

w = tf.Variable([1.0, 2.0])
weights = {"w": w}


# tf: same
def by_variables(x):  # expect: convert
    h = x * w
    return h, tf.reduce_sum(h * h)


# tf: differs
def listed(x):  # expect: HYB105
    h = x * w
    return h, tf.reduce_sum(h * h)


# tf: differs
def in_turns(x):  # expect: HYB105
    h = x * w
    return h, tf.reduce_sum(h * h)


# tf: differs
def within(x):  # expect: HYB105
    h = x * w
    return h, tf.reduce_sum(h * h)


x = tf.constant([1.0, 2.0])
with tf.GradientTape(persistent=True) as tape:
    tape.watch(x)
    _, y = by_variables(x)
    h2, y2 = listed(x)
    h3, y3 = in_turns(x)
    h4, y4 = within(x)
RESULTS = [tape.gradient(y, [w] + [_ for _ in weights.values()])]
RESULTS.append(tape.gradient(y2, [each for each in [h2]]))
RESULTS += [tape.gradient(a, b) for a, b in [(y3, h3)]]
RESULTS.append(tape.gradient(y4, [part for pair in [[h4]] for part in pair]))
