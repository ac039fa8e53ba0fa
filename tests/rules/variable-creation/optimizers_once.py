"""One optimizer per function: the first trace makes its variables, or finds them."""

import tensorflow as tf


def make_model():
    return tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1, kernel_initializer="ones")])


def gradients_of(model, x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(model(x)))
    return tape.gradient(loss, model.trainable_variables)


shared = make_model()
only, built = tf.keras.optimizers.Adam(0.1), tf.keras.optimizers.Adam(0.1)
plain = tf.keras.optimizers.SGD(0.1)
built.build(shared.trainable_variables)


# tf: same, traces 2
def with_one(x):  # expect: convert
    gradients = gradients_of(shared, x)
    only.apply_gradients(zip(gradients, shared.trainable_variables))
    return gradients


# tf: same, traces 1
def with_built(x):  # expect: convert
    gradients = gradients_of(shared, x)
    built.apply_gradients(zip(gradients, shared.trainable_variables))
    return gradients


# tf: same, traces 1
def without_state(x):  # expect: convert
    gradients = gradients_of(shared, x)
    plain.apply_gradients(zip(gradients, shared.trainable_variables))
    return gradients


class Trainer:
    def __init__(self):
        self.model = make_model()
        self.optimizer = tf.keras.optimizers.Adam(0.1)

    # tf: same, traces 4
    def step(self, x):  # expect: convert
        gradients = gradients_of(self.model, x)
        self.optimizer.apply_gradients(zip(gradients, self.model.trainable_variables))
        return gradients


values = tf.ones([3, 2])
trainer, rival = Trainer(), Trainer()
for number in range(2):
    with_one(values)
    with_built(values)
    without_state(values)
    trainer.step(values)
    rival.step(values)
