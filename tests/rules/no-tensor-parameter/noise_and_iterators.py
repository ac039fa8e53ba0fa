"""Functions that take no tensor, and get theirs from random numbers, iterators, variables and arrays."""

import numpy as np
import tensorflow as tf

generator = tf.keras.Sequential([tf.keras.Input([4]), tf.keras.layers.Dense(2)])
scale = tf.Variable(2.0)
batches = iter(tf.data.Dataset.range(100).map(lambda i: tf.cast(i, tf.float32)).batch(2))
strategy = tf.distribute.MirroredStrategy(["/cpu:0"])
shares = iter(strategy.experimental_distribute_dataset(tf.data.Dataset.range(100).batch(2)))
made = iter(
    strategy.distribute_datasets_from_function(lambda context: tf.data.Dataset.range(100).batch(2))
)
total = tf.Variable(0, dtype=tf.int64)


# tf: same
def shown():  # expect: convert
    return generator(tf.ones([3, 4]), training=False) * scale


# tf: same
def grown():  # expect: convert
    scale.assign_add(1.0)


# tf: same
def next_batch():  # expect: convert
    return next(batches) * 2.0


# tf: same
def summed(iterator):  # expect: convert
    strategy.run(lambda x: total.assign_add(tf.reduce_sum(x)), args=(next(iterator),))


# tf: same
def summed_anew(iterator):  # expect: convert
    def share(x):
        total.assign_add(tf.reduce_sum(x))

    strategy.run(share, args=(next(iterator),))


# tf: same
def of_array(x):  # expect: convert
    return tf.nn.softmax(x)


# tf: same, traces 2
def of_number(n):  # expect: convert
    return tf.ones([n]) * scale


# tf: same
def of_names(names):  # expect: HYB116
    return [tf.eye(2) * scale for _ in names]


for _ in range(3):
    shown()
    grown()
    next_batch()
    summed(shares)
    summed_anew(made)
of_array(np.ones([3], np.float32))
of_number(2)
of_number(3)
of_names(("a", "b"))
