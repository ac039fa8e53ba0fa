"""Convolutional network that tells the direction of a bar, trained with a custom loop."""

import argparse

import keras
import tensorflow as tf

from data import CLASSES, SIZE, make_dataset, make_images
from network import build_network


class Trainer:
    def __init__(self, network: keras.Model, learning_rate: float):
        self.network = network
        self.loss_fn = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
        self.optimizer = keras.optimizers.SGD(learning_rate, momentum=0.9)
        self.optimizer.build(network.trainable_variables)
        self.log = []

    def train_step(self, images: tf.Tensor, labels: tf.Tensor):
        with tf.GradientTape() as tape:
            logits = self.network(images, training=True)
            loss = self.loss_fn(labels, logits)
        gradients = tape.gradient(loss, self.network.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.network.trainable_variables))
        predicted = tf.argmax(logits, axis=-1, output_type=tf.int32)
        accuracy = tf.reduce_mean(tf.cast(predicted == labels, tf.float32))
        return loss, accuracy

    def evaluate(self, images, labels) -> float:
        metric = keras.metrics.SparseCategoricalAccuracy()
        metric.update_state(labels, self.network(images, training=False))
        print(f"test accuracy {float(metric.result()):.3f}")
        return float(metric.result())

    def fit(self, dataset: tf.data.Dataset, steps: int):
        every = max(1, steps // 10)
        for step, (images, labels) in enumerate(dataset.take(steps), start=1):
            loss, accuracy = self.train_step(images, labels)
            if step % every == 0:
                self.log.append((step, float(loss), float(accuracy)))
                print(f"step {step} loss {float(loss):.4f} accuracy {float(accuracy):.2f}")


def main(argv=None) -> dict:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--batch-size", type=int, default=16)
    parser.add_argument("--learning-rate", type=float, default=0.05)
    args = parser.parse_args(argv)
    keras.utils.set_random_seed(11)

    trainer = Trainer(build_network(SIZE, CLASSES), args.learning_rate)
    trainer.fit(make_dataset(*make_images(600, seed=1), args.batch_size), args.steps)
    accuracy = trainer.evaluate(*make_images(120, seed=2))
    return {"losses": [loss for _, loss, _ in trainer.log], "accuracy": accuracy}


if __name__ == "__main__":
    print(main())
