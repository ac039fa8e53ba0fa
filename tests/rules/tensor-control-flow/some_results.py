"""Gradients of some results of a call: of what only the others use they are None, and zero where the call is a graph."""

import tensorflow as tf

first, second, third = tf.Variable(1.0), tf.Variable(2.0), tf.Variable(3.0)
names = [first, second, third]


# tf: differs
def heads(x):  # expect: convert unsafe
    hidden = x * first
    return hidden * second, hidden * third


# tf: differs
def in_dict(x):  # expect: convert unsafe
    return {"policy": x * first, "value": x * second}


# tf: differs
def with_constant(x):  # expect: convert unsafe
    return tf.sin(x) * first, tf.constant(1.0)


# tf: differs
def stopped(x):  # expect: convert unsafe
    return [x * first, tf.stop_gradient(x * first)]


# tf: differs
def inner(x):  # expect: convert unsafe
    return x * first, x * second


# tf: differs
def either(x, y):  # expect: convert unsafe
    return x * 2.0 if tf.reduce_sum(x) > 0.0 else y * 2.0


# tf: differs
def repeated(x, times):  # expect: convert unsafe
    for _ in tf.range(times):
        x = x * first
    return x


# tf: same
def both_used(x):  # expect: convert
    return x * first, x * second


# tf: same
def with_features(x):  # expect: convert
    hidden = x * first
    return hidden * second, hidden


# tf: same
def same_in_both(x, y):  # expect: convert
    return x * y if tf.reduce_sum(x) > 0.0 else y * 2.0 * x


def through(x):
    y, _ = inner(x)
    return y * 2.0


def missing(gradients):
    return [g is None for g in gradients]


x, none = tf.constant(3.0), tf.constant(0)
with tf.GradientTape() as tape:
    policy, value = heads(x)
    loss = policy * policy
results = missing(tape.gradient(loss, names))
with tf.GradientTape() as tape:
    loss = in_dict(x)["policy"]
results += missing(tape.gradient(loss, names))
with tf.GradientTape(persistent=True) as tape:
    listed = [with_constant(x), stopped(x)]
for given in listed:
    results += [g for part in given for g in missing(tape.gradient(part, names))]
with tf.GradientTape() as tape:
    outer = through(x)
results += missing(tape.gradient(outer, names))
a, b = tf.constant(1.0), tf.constant(2.0)
with tf.GradientTape(persistent=True) as tape:
    tape.watch([a, b])
    chosen, alike = either(a, b), same_in_both(a, b)
results += missing(tape.gradient(chosen, [a, b])) + missing(tape.gradient(alike, [a, b]))
with tf.GradientTape() as tape:
    turned = repeated(x, none)
results += missing(tape.gradient(turned, names))
with tf.GradientTape(persistent=True) as tape:
    one, other = both_used(x)
    total = one + other
    top, features = with_features(x)
results += missing(tape.gradient(total, names)) + missing(tape.gradient(top, names))
