"""Functions that a package made for TensorFlow is given: it calls them with what it computes, and what they do counts."""

import tensorflow as tf

try:
    from house.tf.chains import sample
except ImportError:

    def sample(steps, state, target):
        for _ in range(steps):
            state = state + 0.1 * target(state)
        return state


seen = []


def density(x):
    return -tf.square(x)


def counted(x):
    seen.append(1)
    return -tf.square(x)


# tf: same
def chain(x):  # expect: convert unsafe
    return sample(3, x, density)


# tf: same
def chain_of_a_lambda(x):  # expect: convert unsafe
    scale = tf.reduce_max(x)
    return sample(3, x, lambda state: density(state) * scale)


# tf: differs
def chain_that_counts(x):  # expect: HYB102, HYB104
    return sample(3, x, counted) + len(seen)


value = tf.constant([1.0, -2.0])
for _ in range(2):
    chain(value)
    chain_of_a_lambda(value)
    chain_that_counts(value)
