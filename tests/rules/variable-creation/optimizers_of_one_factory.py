"""Two optimizers that one function makes: the first step of one says nothing of the other."""

import tensorflow as tf


def make():
    return tf.keras.optimizers.Adam(0.1)


early, late = make(), make()
v, w = tf.Variable([1.0, 2.0]), tf.Variable([3.0, 4.0])


# tf: same
def at_every_call(x):  # expect: convert
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(v * x)) + tf.reduce_sum(tf.exp(v))
    early.apply_gradients(zip(tape.gradient(loss, [v]), [v]))
    return loss


# tf: raises ValueError "Creating variables on a non-first call to a function decorat"
def at_some_calls(x, steps):  # expect: HYB108
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(w * x)) + tf.reduce_sum(tf.exp(w))
    if steps:
        late.apply_gradients(zip(tape.gradient(loss, [w]), [w]))
    return loss


x = tf.constant([1.0, 2.0])
for i in range(4):
    at_every_call(x)
for i in range(4):
    at_some_calls(x, i > 1)
