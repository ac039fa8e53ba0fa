"""The global generator of random numbers, which a program sets before the first call, or between two."""

import tensorflow as tf


# tf: same
def noisy(x):  # expect: convert unsafe
    return x + tf.random.get_global_generator().normal([2])


def main():
    tf.random.set_global_generator(tf.random.Generator.from_seed(11))
    return [noisy(tf.zeros([2])) for _ in range(3)]


results = main()
tf.random.set_global_generator(tf.random.Generator.from_seed(1))
