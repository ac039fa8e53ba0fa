"""Layers that the function which trains a model freezes between two trainings: a graph goes on to train them."""

import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(3, "tanh"), tf.keras.layers.Dense(1)])
model.build((None, 2))
for variable in model.variables:
    variable.assign(tf.ones_like(variable) * 0.1)


# tf: differs
def step(x):  # expect: HYB104
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x) - 1.0))
    variables = model.trainable_variables
    for variable, gradient in zip(variables, tape.gradient(loss, variables)):
        variable.assign_sub(0.1 * gradient)
    return loss


def train(frozen):
    for layer in model.layers[:-1]:
        layer.trainable = not frozen
    for _ in range(4):
        step(tf.ones([4, 2]))


def main():
    train(False)
    train(True)


main()
print([round(float(tf.reduce_sum(variable)), 4) for variable in model.variables])
