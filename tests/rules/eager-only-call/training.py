"""Keras trains and predicts with graphs of its own; a graph cannot start them."""

import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Input((2,)), tf.keras.layers.Dense(1)])
model.compile(optimizer="sgd", loss="mse")


# tf: raises OperatorNotAllowedInGraphError "OperatorNotAllowedInGraphError: Using a symbolic `tf.Tensor`"
def trains(x, y):  # expect: HYB106
    model.fit(x, y, verbose=0)
    return tf.reduce_mean(x)


# tf: raises AttributeError "AttributeError: 'SymbolicTensor' object has no attribute 'nu"
def predicts(x):  # expect: HYB106
    return tf.reduce_mean(model.predict(x, verbose=0))


# tf: same
def calls(x):  # expect: convert
    return tf.reduce_mean(model(x))


features, targets = tf.ones([4, 2]), tf.ones([4, 1])
predicts(features)
calls(features)
trains(features, targets)
