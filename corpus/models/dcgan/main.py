"""Deep convolutional GAN on 8x8 images of soft blobs."""

from __future__ import annotations

import argparse

import keras
import numpy as np
import tensorflow as tf
from keras import layers

NOISE = 16


def make_generator() -> keras.Sequential:
    return keras.Sequential(
        [
            keras.Input([NOISE]),
            layers.Dense(2 * 2 * 32),
            layers.Reshape([2, 2, 32]),
            layers.LeakyReLU(),
            layers.Conv2DTranspose(16, 4, strides=2, padding="same"),
            layers.LeakyReLU(),
            layers.Conv2DTranspose(1, 4, strides=2, padding="same", activation="tanh"),
        ]
    )


def make_discriminator() -> keras.Sequential:
    return keras.Sequential(
        [
            keras.Input([8, 8, 1]),
            layers.Conv2D(16, 4, strides=2, padding="same"),
            layers.LeakyReLU(),
            layers.Conv2D(32, 4, strides=2, padding="same"),
            layers.LeakyReLU(),
            layers.Flatten(),
            layers.Dense(1),
        ]
    )


def make_blobs(count: int) -> np.ndarray:
    rng = np.random.default_rng(1)
    center = rng.uniform(2.0, 5.0, size=(count, 2, 1, 1))
    rows, columns = np.mgrid[0:8, 0:8]
    distance = (rows - center[:, 0]) ** 2 + (columns - center[:, 1]) ** 2
    return (2.0 * np.exp(-distance / 4.0) - 1.0)[..., None].astype("float32")


def discriminator_loss(real_logits: tf.Tensor, fake_logits: tf.Tensor) -> tf.Tensor:
    return tf.reduce_mean(tf.nn.softplus(-real_logits)) + tf.reduce_mean(tf.nn.softplus(fake_logits))


def generator_loss(fake_logits: tf.Tensor) -> tf.Tensor:
    return tf.reduce_mean(tf.nn.softplus(-fake_logits))


class DCGAN:
    def __init__(self) -> None:
        self.generator = make_generator()
        self.discriminator = make_discriminator()
        self.generator_optimizer = keras.optimizers.Adam(1e-3, beta_1=0.5)
        self.discriminator_optimizer = keras.optimizers.Adam(1e-3, beta_1=0.5)
        self.generator_optimizer.build(self.generator.trainable_variables)
        self.discriminator_optimizer.build(self.discriminator.trainable_variables)

    def train_step(self, images: tf.Tensor, noise: tf.Tensor) -> tuple[tf.Tensor, tf.Tensor]:
        with tf.GradientTape() as g_tape, tf.GradientTape() as d_tape:
            fakes = self.generator(noise, training=True)
            real_logits = self.discriminator(images, training=True)
            fake_logits = self.discriminator(fakes, training=True)
            g_loss = generator_loss(fake_logits)
            d_loss = discriminator_loss(real_logits, fake_logits)
        g_gradients = g_tape.gradient(g_loss, self.generator.trainable_variables)
        d_gradients = d_tape.gradient(d_loss, self.discriminator.trainable_variables)
        self.generator_optimizer.apply_gradients(zip(g_gradients, self.generator.trainable_variables))
        self.discriminator_optimizer.apply_gradients(zip(d_gradients, self.discriminator.trainable_variables))
        return g_loss, d_loss


def show(image: np.ndarray) -> None:
    shades = " .:-=+*#%@"
    for row in image[..., 0]:
        print("".join(shades[int((value + 1.0) * 4.999)] for value in row))


def main(argv: list[str] | None = None) -> dict[str, object]:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--batch-size", type=int, default=8)
    args = parser.parse_args(argv)
    keras.utils.set_random_seed(11)

    gan = DCGAN()
    blobs = tf.data.Dataset.from_tensor_slices(make_blobs(256)).shuffle(256, seed=3).repeat()
    rng = np.random.default_rng(2)
    losses: list[float] = []
    for step, images in enumerate(blobs.batch(args.batch_size, drop_remainder=True).take(args.steps), 1):
        noise = tf.constant(rng.normal(size=(args.batch_size, NOISE)), tf.float32)
        g_loss, d_loss = gan.train_step(images, noise)
        if step % max(1, args.steps // 10) == 0:
            losses += [float(g_loss), float(d_loss)]
            print(f"step {step} generator {losses[-2]:.4f} discriminator {losses[-1]:.4f}")
    sample = gan.generator(tf.zeros([1, NOISE])).numpy()[0]
    show(sample)
    return {"losses": losses, "sample": sample.ravel().tolist()}


if __name__ == "__main__":
    print(main())
