"""A multilayer perceptron that separates two spirals, with the layers and Adam written by hand."""

import argparse
from typing import Any, Sequence

import keras
import numpy as np
import tensorflow as tf


class Dense(tf.Module):
    def __init__(self, inputs: int, outputs: int, name: str | None = None) -> None:
        super().__init__(name=name)
        limit = (6.0 / (inputs + outputs)) ** 0.5
        self.weight = tf.Variable(tf.random.uniform([inputs, outputs], -limit, limit))
        self.bias = tf.Variable(tf.zeros([outputs]))

    def __call__(self, x: tf.Tensor) -> tf.Tensor:
        return tf.matmul(x, self.weight) + self.bias


class Perceptron(tf.Module):
    def __init__(self, sizes: Sequence[int]) -> None:
        super().__init__(name="perceptron")
        self.layers = [Dense(i, o) for i, o in zip(sizes[:-1], sizes[1:])]

    def __call__(self, x: tf.Tensor) -> tf.Tensor:
        for layer in self.layers[:-1]:
            x = tf.nn.tanh(layer(x))
        return self.layers[-1](x)


class Adam:
    def __init__(self, variables: Sequence[tf.Variable], rate: float = 0.01) -> None:
        self.variables = list(variables)
        self.rate = rate
        self.count = tf.Variable(0.0)
        self.means = [tf.Variable(tf.zeros_like(v)) for v in self.variables]
        self.squares = [tf.Variable(tf.zeros_like(v)) for v in self.variables]

    def apply(self, gradients: Sequence[tf.Tensor]) -> None:
        self.count.assign_add(1.0)
        rate = self.rate * tf.sqrt(1.0 - tf.pow(0.999, self.count)) / (1.0 - tf.pow(0.9, self.count))
        for variable, mean, square, gradient in zip(self.variables, self.means, self.squares, gradients):
            mean.assign(0.9 * mean + 0.1 * gradient)
            square.assign(0.999 * square + 0.001 * tf.square(gradient))
            variable.assign_sub(rate * mean / (tf.sqrt(square) + 1e-7))


class Trainer:
    def __init__(self, model: Perceptron) -> None:
        self.model = model
        self.optimizer = Adam(model.trainable_variables)
        self.history: list[float] = []

    def train_step(self, points: tf.Tensor, labels: tf.Tensor) -> tf.Tensor:
        with tf.GradientTape() as tape:
            logits = self.model(points)
            loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits))
        gradients = tape.gradient(loss, self.model.trainable_variables)
        self.optimizer.apply(gradients)
        return loss

    def log(self, step: int, loss: tf.Tensor) -> None:
        self.history.append(float(loss))
        print(f"step {step} loss {self.history[-1]:.4f}")

    def accuracy(self, points: np.ndarray, labels: np.ndarray) -> float:
        predicted = tf.argmax(self.model(tf.constant(points)), axis=1).numpy()
        return float(np.mean(predicted == labels))


def make_spirals(count: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(5)
    labels = rng.integers(0, 2, size=count)
    turn = rng.uniform(0.2, 1.0, size=count)
    angle = 2.0 * np.pi * turn + np.pi * labels
    points = np.stack([turn * np.cos(angle), turn * np.sin(angle)], axis=1)
    points += rng.normal(scale=0.02, size=points.shape)
    return points.astype("float32"), labels.astype("int64")


def main(argv: Sequence[str] | None = None) -> dict[str, Any]:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--batch-size", type=int, default=64)
    args = parser.parse_args(argv)
    keras.utils.set_random_seed(11)

    points, labels = make_spirals(1024)
    dataset = tf.data.Dataset.from_tensor_slices((points, labels)).shuffle(1024, seed=3).repeat()
    trainer = Trainer(Perceptron([2, 32, 32, 32, 2]))
    log_every = max(1, args.steps // 10)
    step = 0
    for batch_points, batch_labels in dataset.batch(args.batch_size, drop_remainder=True).take(args.steps):
        loss = trainer.train_step(batch_points, batch_labels)
        step += 1
        if step % log_every == 0:
            trainer.log(step, loss)
    return {"losses": trainer.history, "accuracy": trainer.accuracy(points, labels)}


if __name__ == "__main__":
    print(main())
