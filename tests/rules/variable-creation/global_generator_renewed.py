"""The global generator of random numbers, which a program sets anew between two calls, or not at all."""

import tensorflow as tf


# tf: differs
def noisy(x):  # expect: HYB104
    return x + tf.random.get_global_generator().normal([2])


# tf: differs
def set_anew(x):  # expect: HYB103
    tf.random.set_global_generator(other)
    return x * 2.0


other = tf.random.Generator.from_seed(5)
results = []
for seed in range(3):
    tf.random.set_global_generator(tf.random.Generator.from_seed(seed))
    results += [noisy(tf.zeros([2])), set_anew(tf.zeros([2])), noisy(tf.zeros([2]))]
tf.random.set_global_generator(tf.random.Generator.from_seed(1))
