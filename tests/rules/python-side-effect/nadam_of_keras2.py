"""`Nadam` of Keras 2 multiplies a product once for each step, and remembers in Python that it has done so."""

import tensorflow as tf

features = tf.constant([[1.0, 2.0], [3.0, 4.0]])


class Trainer:
    def __init__(self, optimizer):
        self.weights = [tf.Variable([[1.0], [2.0]]), tf.Variable([0.5]), tf.Variable([2.0])]
        self.optimizer = optimizer
        self.optimizer.build(self.weights)

    # tf: same
    # tf_keras: differs
    def step(self, x):  # expect: convert
        with tf.GradientTape() as tape:
            y = (x @ self.weights[0] + self.weights[1]) * self.weights[2]
            loss = tf.reduce_mean(tf.square(y - 1.0))
        gradients = tape.gradient(loss, self.weights)
        self.optimizer.apply_gradients(zip(gradients, self.weights))
        return loss


trainer = Trainer(tf.keras.optimizers.Nadam(0.1))
RESULT = [float(trainer.step(features)) for _ in range(5)]
WEIGHTS = [variable.numpy() for variable in trainer.weights]
