"""Operations that need a length which depends on values."""

import tensorflow as tf


# tf: raises ValueError "ValueError: Cannot infer argument `num` from shape (None,)"
def adds_parts(x):  # expect: HYB105
    kept = tf.boolean_mask(x, x > 0.0)
    return tf.add_n(tf.unstack(kept))


# tf: raises ValueError "ValueError: Cannot infer argument `num` from shape (None,)"
def loops_over_parts(x):  # expect: HYB105
    total = tf.zeros([])
    for part in tf.unstack(tf.boolean_mask(x, x > 0.0)):
        total = total + part
    return total


# tf: same
def adds_known_number(x):  # expect: convert
    kept = tf.boolean_mask(x, x > 0.0)
    return tf.add_n(tf.unstack(kept, num=2))


# tf: same
def splits(x):  # expect: convert
    kept = tf.boolean_mask(x, x > 0.0)
    return tf.split(kept, 2)[0]


# tf: same
def reshapes(x):  # expect: convert
    kept = tf.boolean_mask(x, x > 0.0)
    return tf.transpose(tf.reshape(kept, [-1, 2]))


# tf: same
def maps(x):  # expect: convert
    kept = tf.boolean_mask(x, x > 0.0)
    return tf.map_fn(lambda v: v * 2.0, kept)


values = tf.constant([1.0, 2.0, -1.0])
adds_parts(values)
loops_over_parts(values)
adds_known_number(values)
splits(values)
reshapes(values)
maps(values)
