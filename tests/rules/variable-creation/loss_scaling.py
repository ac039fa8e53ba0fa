"""A step that scales the loss so that float16 can hold its gradients, by the optimizer of Keras 3."""

import tensorflow as tf

tf.keras.mixed_precision.set_global_policy("mixed_float16")


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.first = tf.keras.layers.Dense(8, activation="relu")
        self.second = tf.keras.layers.Dense(2, dtype="float32")

    def call(self, x):
        return self.second(self.first(x))


model = Net()
model.build((None, 4))
losses = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
optimizer = tf.keras.mixed_precision.LossScaleOptimizer(tf.keras.optimizers.SGD(0.1, momentum=0.9))


# tf: same
def step(x, y):  # expect: convert unsafe
    with tf.GradientTape() as tape:
        loss = losses(y, model(x, training=True))
        scaled = optimizer.scale_loss(loss)
    gradients = tape.gradient(scaled, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


def main():
    x = tf.random.stateless_normal((16, 4), [1, 2])
    y = tf.constant([0, 1] * 8)
    return [step(x, y) for _ in range(3)]


RESULTS = main()
WEIGHTS = [variable.numpy() for variable in model.trainable_variables]
