"""Variables may be created once, before the function runs; not at every call."""

import tensorflow as tf


# tf: raises ValueError "ValueError: tf.function only supports singleton tf.Variables"
def local_variable(x):  # expect: HYB108
    w = tf.Variable([1.0, 2.0])
    return x * w


# tf: raises ValueError "ValueError: tf.function only supports singleton tf.Variables"
def optimizes(x):  # expect: HYB108
    optimizer = tf.keras.optimizers.SGD(0.1)
    w = tf.Variable([1.0, 2.0])
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(w * x)
    optimizer.apply_gradients([(tape.gradient(loss, w), w)])
    return w.read_value()


# tf: raises ValueError "ValueError: tf.function only supports singleton tf.Variables"
def layer_inside(x):  # expect: HYB108
    return tf.keras.layers.Dense(2, kernel_initializer="ones")(x)


# tf: same
def dropout_inside(x):  # expect: convert
    return tf.keras.layers.Flatten()(x)


class Linear(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable([1.0, 2.0])

    # tf: same
    def __call__(self, x):  # expect: convert
        return x * self.w

    # tf: same
    def updates(self, x):  # expect: convert
        self.w.assign_sub(0.1 * x)
        return tf.reduce_sum(self.w)


def make_weights():
    return tf.Variable([1.0, 2.0])


# tf: raises ValueError "ValueError: tf.function only supports singleton tf.Variables"
def through_helper(x):  # expect: HYB108
    return x * make_weights()


# tf: same
def given(x, w):  # expect: convert
    return x * w


linear = Linear()
weights = make_weights()
for step in range(2):
    value = tf.constant([1.0, 2.0]) * float(step + 1)
    local_variable(value)
    optimizes(value)
    layer_inside(value[None])
    dropout_inside(value[None])
    linear(value)
    linear.updates(value)
    through_helper(value)
    given(value, weights)
