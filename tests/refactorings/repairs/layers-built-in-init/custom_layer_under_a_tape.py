import keras
import tensorflow as tf

keras.utils.set_random_seed(5)


class Gate(keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.value = keras.layers.Dense(3)
        self.gate = keras.layers.Dense(3, activation="sigmoid")

    def call(self, x):
        return self.value(x) * self.gate(x) + tf.reduce_sum(x)


gate = Gate()
X = tf.constant([[1.0, -2.0], [0.5, 3.0]])
results = []
for _ in range(3):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(gate(X)))
    for variable, gradient in zip(gate.trainable_variables, tape.gradient(loss, gate.trainable_variables)):
        variable.assign_sub(0.1 * gradient)
    results.append(loss)
weights = [each.numpy() for each in gate.trainable_variables]
