"""Mixture of experts with hard routing: every sample goes through the one expert its gate prefers."""

import argparse

import keras
import numpy as np
import tensorflow as tf
from keras import layers

INPUTS = 4


def make_expert(units):
    return keras.Sequential([keras.Input([INPUTS]), layers.Dense(units, activation="tanh"), layers.Dense(1)])


class MixtureOfExperts:
    def __init__(self, count, units=16):
        self.experts = [make_expert(units) for _ in range(count)]
        self.gate = keras.Sequential([keras.Input([INPUTS]), layers.Dense(count, activation="softmax")])
        self.usage = np.zeros(count, dtype=int)

    @property
    def variables(self):
        return self.gate.trainable_variables + [v for e in self.experts for v in e.trainable_variables]

    def route(self, weights):
        chosen = int(tf.argmax(weights[0]).numpy())
        self.usage[chosen] += 1
        return chosen

    def predict_one(self, x):
        weights = self.gate(x)
        i = self.route(weights)
        return weights[0, i] * self.experts[i](x)[0, 0]

    def __call__(self, batch):
        return tf.stack([self.predict_one(batch[row : row + 1]) for row in range(len(batch))])


def make_batch(rng, size):
    """Targets follow one of two formulas, told apart by the sign of the first feature."""
    x = rng.normal(size=(size, INPUTS)).astype("float32")
    y = np.where(x[:, 0] > 0, x[:, 1] + x[:, 2], x[:, 1] * x[:, 3])
    return tf.constant(x), tf.constant(y.astype("float32"))


def train_step(model, optimizer, x, y):
    variables = model.variables
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x) - y))
    gradients = tape.gradient(loss, variables)
    # An expert that no sample visited has no gradient.
    present = [(g, v) for g, v in zip(gradients, variables) if g is not None]
    for gradient, variable in present:
        variable.assign_sub(optimizer["rate"] * gradient)
    optimizer["updates"] += len(present)
    return loss


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=30)
    parser.add_argument("--experts", type=int, default=4)
    parser.add_argument("--batch-size", type=int, default=8)
    args = parser.parse_args(argv)
    keras.utils.set_random_seed(11)

    rng = np.random.default_rng(3)
    model = MixtureOfExperts(args.experts)
    optimizer = {"rate": 0.05, "updates": 0}
    losses = []
    for step in range(1, args.steps + 1):
        loss = train_step(model, optimizer, *make_batch(rng, args.batch_size))
        if step % max(1, args.steps // 10) == 0:
            losses.append(float(loss))
            print(f"step {step} loss {losses[-1]:.4f} usage {model.usage.tolist()}")
    return {"losses": losses, "usage": [float(n) for n in model.usage], "updates": float(optimizer["updates"])}


if __name__ == "__main__":
    print(main())
