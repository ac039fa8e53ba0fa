"""Steps that scale the loss so that float16 can hold its gradients, by the optimizer of Keras 2, with and without a setting."""
import argparse

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
parser = argparse.ArgumentParser()
parser.add_argument("--fp16", action="store_true")
args = parser.parse_args(["--fp16"])


# tf: same
# tf_keras: same
def step(x, y):  # expect: convert unsafe
    with tf.GradientTape() as tape:
        loss = losses(y, model(x, training=True))
        scaled = optimizer.get_scaled_loss(loss)
    gradients = optimizer.get_unscaled_gradients(tape.gradient(scaled, model.trainable_variables))
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


# tf: same
# tf_keras: same
def step_by_setting(x, y):  # expect: convert unsafe
    with tf.GradientTape() as tape:
        loss = losses(y, model(x, training=True))
        if args.fp16:
            loss = optimizer.get_scaled_loss(loss)
    gradients = tape.gradient(loss, model.trainable_variables)
    if args.fp16:
        gradients = optimizer.get_unscaled_gradients(gradients)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


def main():
    x = tf.random.stateless_normal((16, 4), [1, 2])
    y = tf.constant([0, 1] * 8)
    return [(step(x, y), step_by_setting(x, y)) for _ in range(3)]


RESULTS = main() if hasattr(optimizer, "get_scaled_loss") else None
WEIGHTS = [variable.numpy() for variable in model.trainable_variables]
