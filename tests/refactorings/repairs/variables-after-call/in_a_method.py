# unsafe
import os

import tensorflow as tf

MODEL = tf.keras.Sequential([tf.keras.layers.Dense(2, kernel_initializer="ones")])
OPTIMIZER = tf.keras.optimizers.SGD(0.05)


class Trainer:
    def __init__(self, model):
        self.model = model

    def gradients(self, x):
        # all of them
        variables = self.model.trainable_variables
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.tanh(self.model(x)))
        return tape.gradient(loss, variables)


X = tf.constant([[1.0, -2.0, 0.5], [0.5, 3.0, 1.0]])
if "HYBRIDIZE_LAZY" not in os.environ:
    MODEL(X)
trainer = Trainer(MODEL)
results = [trainer.gradients(X), trainer.gradients(X * 0.5)]
