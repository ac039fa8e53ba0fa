"""While a functional model is built, Keras passes symbolic tensors, which `tf.function` cannot take."""

import tensorflow as tf


# tf: raises ValueError "A KerasTensor is symbolic: it's a placeholder for a shape an"
def block(x):  # expect: HYB108, HYB110, HYB112
    return tf.keras.layers.Dense(2)(x)


# tf: raises ValueError "A KerasTensor is symbolic: it's a placeholder for a shape an"
def residual(x, shortcut):  # expect: HYB110, HYB112
    return tf.keras.layers.add([x, shortcut])


# tf: raises ValueError "A KerasTensor is symbolic: it's a placeholder for a shape an"
def double(x):  # expect: HYB110, HYB112
    return x * 2.0


# tf: same
def squared_error(y, p):  # expect: convert
    return tf.reduce_mean(tf.square(y - p))


# tf: same
def predict(inputs):  # expect: convert
    return model(inputs)


inputs = tf.keras.Input((2,))
hidden = block(inputs)
hidden = residual(hidden, inputs)
model = tf.keras.Model(inputs, double(hidden))
for _ in range(2):
    outputs = predict(tf.ones([3, 2]))
    squared_error(tf.ones([3, 2]), outputs * 0.0)
