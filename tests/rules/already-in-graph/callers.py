"""Functions whose callers are graphs."""

import tensorflow as tf


# tf: same
def activation(x):  # expect: HYB123 "inside a graph already"
    return x * tf.sigmoid(x)


# tf: same
def inner(x):  # expect: HYB123
    return activation(x) + 1.0


@tf.function
def forward(x, w):  # expect: keep
    return inner(tf.matmul(x, w))


# tf: same
def shared(x):  # expect: convert
    return tf.nn.softmax(x) * 2.0


@tf.function
def normalised(x):  # expect: keep
    return shared(x) / 2.0


# tf: same
def eager_caller(x):  # expect: convert
    return shared(x) + tf.reduce_sum(x)


features = tf.constant([[1.0, 2.0], [3.0, 4.0]])
a = forward(features, features)
b = normalised(features)
c = eager_caller(features)
