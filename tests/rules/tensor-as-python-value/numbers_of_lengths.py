"""How many lengths a tensor has is its rank, which a graph knows where it does not know the lengths."""

import tensorflow as tf


def positive(x):
    return tf.boolean_mask(x, x[:, 0] > 0.0)


def parsed(x):
    return tf.io.parse_tensor(tf.io.serialize_tensor(x), tf.float32)


# tf: same
def axes_behind(x):  # expect: convert
    y = positive(x)
    return tf.reduce_sum(tf.nn.l2_normalize(y, axis=range(1, len(tf.shape(y)))))


# tf: same
def axes_by_slices(x):  # expect: convert
    y = positive(x)
    return tf.reduce_sum(tf.exp(y)) * float(len(tf.shape(y)[1:]))


# tf: same
def known_first_axis(x):  # expect: convert
    y = tf.transpose(positive(x))
    return tf.reduce_sum(tf.exp(y)) * float(len(y) / 4)


# tf: same
def ones_behind(x):  # expect: convert unsafe
    y = positive(x)
    return tf.reduce_sum(y * tf.ones([1] * len(tf.shape(y)))) + tf.reduce_max(tf.exp(y))


# tf: differs
def the_lengths(x):  # expect: HYB105
    y = positive(x)
    return tf.reduce_sum(tf.exp(y)) * float(0 if y.shape[0] is None else len(tf.shape(y)))


# tf: raises InvalidArgumentError "{{node Reshape}}"
def of_any_rank(x):  # expect: HYB105
    y = parsed(x)
    return tf.reduce_sum(tf.reshape(y, [-1] + [1] * len(tf.shape(y)))) + tf.reduce_max(tf.exp(y))


# tf: raises InvalidArgumentError "{{node Reshape}}"
def of_any_rank_behind(x):  # expect: HYB105
    y = parsed(x) * 2.0
    lengths = tf.shape(y)[1:]
    return tf.reduce_sum(tf.reshape(y, [-1] + [1] * len(lengths))) + tf.reduce_max(tf.exp(y))


# tf: raises ValueError "Cannot infer argument `num` from shape"
def unstacked(x):  # expect: HYB105
    return tf.reduce_sum(tf.cast(tf.stack(tf.unstack(tf.shape(parsed(x)))), tf.float32) * tf.reduce_sum(tf.exp(x)))


x = tf.constant([[0.9, 0.8, 0.7, 0.6], [-0.2, 0.1, 0.3, 0.4], [0.5, 0.6, 0.7, 0.8]])
for _ in range(3):
    axes_behind(x)
    axes_by_slices(x)
    known_first_axis(x)
    ones_behind(x)
    the_lengths(x)
    of_any_rank(x)
    of_any_rank_behind(x)
    unstacked(x)
