"""Gradients between two results of one call, which a tape outside a graph does not see."""

import tensorflow as tf

w = tf.Variable([1.0, 2.0])


# tf: differs
def pair(x):  # expect: HYB105
    h = x * w
    return h, tf.reduce_sum(h * h)


# tf: differs
def entries(x):  # expect: HYB105
    h = x * w
    return {"h": h, "y": tf.reduce_sum(h * h)}


# tf: differs
def inner(x):  # expect: HYB105
    h = x * w
    return h, tf.reduce_sum(h * h)


# tf: differs
def handed_on(x):  # expect: HYB105
    return inner(x)


class Net:
    def __call__(self, x):
        h = x * w
        return h, tf.reduce_sum(h * h)


# tf: differs
def for_a_helper(x):  # expect: HYB105
    h = x * w
    return h, tf.reduce_sum(h * h)


# tf: differs
def for_a_lambda(x):  # expect: HYB105
    h = x * w
    return h, tf.reduce_sum(h * h)


# tf: differs
def for_a_loop(x):  # expect: HYB105
    h = x * w
    return h, tf.reduce_sum(h * h)


# tf: differs
def for_pairs(x):  # expect: HYB105
    h = x * w
    return h, tf.reduce_sum(h * h)


# tf: differs
def unpacked(x):  # expect: HYB105
    h = x * w
    return h, tf.reduce_sum(h * h)


# tf: same
def in_pairs_by_weights(x):  # expect: convert
    h = x * w
    return h, tf.reduce_sum(h * h)


def gradient_of(tape, target, source):
    return tape.gradient(target, source)


# tf: same
def features(x):  # expect: convert
    return x * w


# tf: same
def head(h):  # expect: convert
    return tf.reduce_sum(h * h)


# tf: same
def by_argument(x):  # expect: convert
    h = x * w
    return h, tf.reduce_sum(h * h)


# tf: same
def activation_map(x):  # expect: convert
    with tf.GradientTape() as inside:
        inside.watch(x)
        h, y = pair(x)
    return inside.gradient(y, h)


x = tf.constant([1.0, 2.0])
net = Net()
with tf.GradientTape(persistent=True) as tape:
    tape.watch(x)
    h, y = pair(x)
    found = entries(x)
    h2, y2 = handed_on(x)
    h3, y3 = net(x)
    h4 = features(x)
    y4 = head(h4)
    h5, y5 = by_argument(x)
    h6, y6 = for_a_helper(x)
    both = for_a_lambda(x)
    parts = for_a_loop(x)
    h7, y7 = for_pairs(x)
    ends = unpacked(x)
    h8, y8 = in_pairs_by_weights(x)
by = lambda target, source: tape.gradient(target, source)
RESULTS = [
    tape.gradient(y, h),
    tape.gradient(found["y"], found["h"]),
    tape.gradient(y2, h2),
    tape.gradient(y3, [h3]),
]
RESULTS += [tape.gradient(y4, h4), tape.gradient(y5, x), tape.gradient(h5, w), activation_map(x)]
RESULTS += [gradient_of(tape, y6, h6), by(both[1], both[0]), tape.gradient(*ends[::-1])]
RESULTS += [tape.gradient(parts[1], part) for part in parts[:1]]
for target, source in ((y7, h7), (y7, w)):
    RESULTS.append(tape.gradient(target, source))
for target, source in ((y8, x), (h8, w)):
    RESULTS.append(tape.gradient(target, source))
