"""Losses of a layer that is called in each turn of a loop before: the loop has to have a turn."""

import keras
import tensorflow as tf
from absl import flags

flags.DEFINE_integer("samples", 2, "How often the model is called.")
FLAGS = flags.FLAGS
FLAGS(["program"])


model = keras.Sequential(
    [keras.Input((3,)), keras.layers.Dense(2, kernel_initializer="ones", activity_regularizer="l2")]
)
sampled = keras.Sequential(
    [keras.Input((3,)), keras.layers.Dense(2, kernel_initializer="ones", activity_regularizer="l2")]
)
summed = keras.Sequential(
    [keras.Input((3,)), keras.layers.Dense(2, kernel_initializer="ones", activity_regularizer="l2")]
)
listed = keras.Sequential(
    [keras.Input((3,)), keras.layers.Dense(2, kernel_initializer="ones", activity_regularizer="l2")]
)
counted_model = keras.Sequential(
    [keras.Input((3,)), keras.layers.Dense(2, kernel_initializer="ones", activity_regularizer="l2")]
)


# tf: same
def mean_of_samples(x):  # expect: convert unsafe
    y = tf.stack([sampled(x, training=False) for _ in range(FLAGS.samples)])
    return tf.reduce_mean(y) + sum(sampled.losses)


# tf: same
def added_samples(x):  # expect: convert unsafe
    total = tf.zeros([])
    for _ in range(FLAGS.samples):
        y = summed(x)
        total += tf.reduce_sum(y)
    return total + tf.add_n(summed.losses)


# tf: same
def three_samples(x):  # expect: convert
    y = [listed(x * k) for k in (1.0, 2.0, 3.0)]
    return tf.add_n(y) * tf.add_n(listed.losses)


# tf: same
def counted(x):  # expect: convert
    for _ in range(2):
        x = x + tf.reduce_sum(counted_model(x))
    return x * tf.add_n(counted_model.losses)


# tf: differs
def no_samples(x, count):  # expect: HYB104
    y = [tf.reduce_sum(model(x)) for _ in range(count)]
    return tf.reduce_sum(y) + tf.add_n(model.losses)


# tf: differs
def some_samples(x):  # expect: HYB102, HYB104
    y = [tf.reduce_sum(model(x)) for k in range(FLAGS.samples) if k > 5]
    return tf.reduce_sum(y) + tf.add_n(model.losses)


# tf: differs
def left_at_once(x):  # expect: HYB102, HYB104
    total = tf.reduce_sum(x)
    for k in range(FLAGS.samples):
        if k < 5:
            break
        total += tf.reduce_sum(model(x))
    return total + tf.add_n(model.losses)


# tf: differs
def in_a_branch(x, again):  # expect: HYB104
    y = tf.reduce_sum(x)
    if again:
        y = tf.add_n([tf.reduce_sum(model(x)) for _ in range(FLAGS.samples)])
    return y + tf.add_n(model.losses)


# tf: differs
def before(x):  # expect: HYB102, HYB104
    losses = tf.add_n(model.losses)
    y = [tf.reduce_sum(model(x)) for _ in range(FLAGS.samples)]
    return tf.add_n(y) + losses


# tf: raises InaccessibleTensorError "The tensor <tf.Tensor"
def loop_of_a_graph(x):  # expect: HYB102, HYB104
    total = tf.zeros([])
    for row in x:
        total += tf.reduce_sum(model(row[None]))
    return total + tf.add_n(model.losses)


RESULTS = []
for k in (1.0, 2.0, 3.0):
    x = tf.fill([2, 3], k)
    model(x * 2.0)
    RESULTS += [no_samples(x, 0), some_samples(x), left_at_once(x), in_a_branch(x, False), before(x)]
    RESULTS += [mean_of_samples(x), added_samples(x), three_samples(x), counted(x), loop_of_a_graph(x)]
