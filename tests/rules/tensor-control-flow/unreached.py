"""AutoGraph converts what a converted function calls by a written call, not what Python or a library calls."""

import tensorflow as tf


def signed(v):
    if tf.reduce_sum(v) > 0.0:
        v = v * 2.0
    return v


class Special:
    def __init__(self, v):
        self.v = v

    def __getitem__(self, i):
        return signed(self.v)[i]

    def __matmul__(self, other):
        return signed(other)

    @property
    def signed(self):
        return signed(self.v)

    def method(self):
        return signed(self.v)


class Made:
    def __init__(self, v):
        self.v = signed(v)


# tf: raises OperatorNotAllowedInGraphError "Using a symbolic"
def by_property(x):  # expect: HYB109 "AutoGraph does not reach it"
    return Special(x).signed + 1.0


# tf: raises OperatorNotAllowedInGraphError "Using a symbolic"
def by_item(x):  # expect: HYB109
    return Special(x)[0] + 1.0


# tf: raises OperatorNotAllowedInGraphError "Using a symbolic"
def by_operator(x):  # expect: HYB109
    return Special(x) @ x


# tf: raises OperatorNotAllowedInGraphError "Using a symbolic"
def by_constructor(x):  # expect: HYB109
    return Made(x).v + 1.0


# tf: same
def by_method(x):  # expect: convert
    return Special(x).method() + 1.0


# tf: raises OperatorNotAllowedInGraphError "Using a symbolic"
def by_structure(x):  # expect: HYB109
    return tf.nest.map_structure(signed, [x, x])


# tf: raises OperatorNotAllowedInGraphError "Using a symbolic"
def by_map(x):  # expect: HYB109
    return tf.stack(list(map(signed, [x, x])))


# tf: raises OperatorNotAllowedInGraphError "Using a symbolic"
def by_recomputing(x):  # expect: HYB109
    return tf.recompute_grad(signed)(x)


@tf.custom_gradient
def custom(v):
    return signed(v), lambda upstream: upstream


# tf: raises OperatorNotAllowedInGraphError "Using a symbolic"
def by_custom_gradient(x):  # expect: HYB109
    return custom(x) + 1.0


# tf: same
def by_map_fn(x):  # expect: convert
    return tf.map_fn(signed, x)


# tf: same
def by_comprehension(x):  # expect: convert
    return tf.stack([signed(v) for v in (x, x)])


class Layer(tf.keras.layers.Layer):
    def call(self, x):
        return signed(x)


class Loss(tf.keras.losses.Loss):
    def call(self, y, p):
        return signed(y - p)


layer = Layer()
layer(tf.ones([2]))
loss = Loss()
dense = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(2, activation=signed)])


# tf: raises OperatorNotAllowedInGraphError "Using a symbolic"
def by_layer(x):  # expect: HYB109
    return layer(x)


# tf: raises OperatorNotAllowedInGraphError "Using a symbolic"
def by_loss(x):  # expect: HYB109
    return loss(x, x)


# tf: raises OperatorNotAllowedInGraphError "Using a symbolic"
def by_activation(x):  # expect: HYB109
    return dense(x[None])


value = tf.constant([1.0, 2.0])
by_property(value)
by_item(value)
by_operator(value)
by_constructor(value)
by_method(value)
by_structure(value)
by_map(value)
by_recomputing(value)
by_custom_gradient(value)
by_map_fn(value)
by_comprehension(value)
by_layer(value)
by_loss(value)
by_activation(value)
