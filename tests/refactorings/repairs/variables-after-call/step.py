# unsafe
import os

import tensorflow as tf

MODEL = tf.keras.Sequential([tf.keras.layers.Dense(2, kernel_initializer="ones")])
OPTIMIZER = tf.keras.optimizers.SGD(0.05)


def step(x, y):
    variables = MODEL.trainable_variables  # kernel and bias
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(MODEL(x) - y))
    grads = tape.gradient(loss, variables)
    for variable, grad in zip(variables, grads):
        variable.assign_sub(0.1 * grad)
    return loss


X = tf.constant([[1.0, -2.0, 0.5], [0.5, 3.0, 1.0]])
if "HYBRIDIZE_LAZY" not in os.environ:
    MODEL(X)
results = [step(X, 1.0 - X[:, :2]) for _ in range(3)]
weights = [each.numpy() for each in MODEL.trainable_variables]
