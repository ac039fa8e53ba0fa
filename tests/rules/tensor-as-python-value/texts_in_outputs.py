"""Whether a text is in what a model gives: where some models give a dict, one that gives a tensor does not come here."""

import tensorflow as tf

x = tf.keras.Input([4])
h = tf.keras.layers.Dense(3)(x)
PLAIN = tf.keras.Model(x, h)
NAMED = tf.keras.Model(x, {"main": h, "aux": tf.keras.layers.Dense(3)(h)})


# tf: same
def loss(model, x):  # expect: convert
    found = model(x)
    total = tf.reduce_sum(found["main"])
    if "aux" in found:
        total += tf.reduce_sum(found["aux"])
    return total


# tf: raises TypeError "TypeError: argument of type 'SymbolicTensor' is not iterable"
def number_in_rows(x):  # expect: HYB105
    return tf.ones([2]) if 1.0 in x else x[0]


def gives_a_tensor(model, x):
    return model(x)


loss(NAMED, tf.ones([2, 4]))
gives_a_tensor(PLAIN, tf.ones([2, 4]))
number_in_rows(tf.constant([0.0, 1.0]))
