"""Weights made from those of another model: of Keras 2 they are variables of TensorFlow, which a graph may assign."""

import tensorflow as tf


def net(name):
    inputs = tf.keras.Input(shape=(3,), name=f"{name}_in")
    outputs = tf.keras.layers.Dense(2, kernel_initializer="ones", name=f"{name}_out")(inputs)
    return tf.keras.Model(inputs, outputs, name=name)


model, target = net("model"), net("target")


# tf: raises AttributeError "AttributeError: 'SymbolicTensor' object has no attribute 'as"
# tf_keras: same
def update(targets, sources):  # expect: HYB106, HYB120
    for a, b in zip(targets, sources):
        a.assign(b * 0.5)


x = tf.ones([2, 3])
RESULTS = []
for _ in range(3):
    update(target.variables, model.variables)
    RESULTS.append(target(x) - model(x))
