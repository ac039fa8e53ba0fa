"""Denoising autoencoder: Keras layers, Keras optimizer, custom loop."""

import argparse
import itertools

import keras
import tensorflow as tf
from keras import layers

from data import LENGTH, make_signals, signal_batches


def build_encoder(code_size):
    return keras.Sequential(
        [
            keras.Input([LENGTH]),
            layers.Dense(64, activation="relu"),
            layers.Dense(32, activation="relu"),
            layers.Dense(code_size),
        ],
        name="encoder",
    )


def build_decoder(code_size):
    return keras.Sequential(
        [
            keras.Input([code_size]),
            layers.Dense(32, activation="relu"),
            layers.Dense(64, activation="relu"),
            layers.Dense(LENGTH),
        ],
        name="decoder",
    )


class DenoisingAutoencoder:
    def __init__(self, code_size, learning_rate):
        self.encoder = build_encoder(code_size)
        self.decoder = build_decoder(code_size)
        self.variables = self.encoder.trainable_variables + self.decoder.trainable_variables
        self.optimizer = keras.optimizers.Adam(learning_rate)
        self.optimizer.build(self.variables)

    def reconstruct(self, noisy):
        return self.decoder(self.encoder(noisy))

    def train_step(self, clean, noisy):
        with tf.GradientTape() as tape:
            error = self.reconstruct(noisy) - clean
            loss = tf.reduce_mean(tf.square(error))
        gradients = tape.gradient(loss, self.variables)
        gradients, _ = tf.clip_by_global_norm(gradients, 1.0)
        self.optimizer.apply_gradients(zip(gradients, self.variables))
        return loss


def report(model, signals, noise_level):
    clean, noisy = next(signal_batches(signals, noise_level, len(signals)))
    before = tf.reduce_mean(tf.square(noisy - clean)).numpy()
    after = tf.reduce_mean(tf.square(model.reconstruct(tf.constant(noisy)) - clean)).numpy()
    print(f"mean squared error {before:.4f} before, {after:.4f} after")
    return float(after)


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--code-size", type=int, default=6)
    parser.add_argument("--noise", type=float, default=0.3)
    args = parser.parse_args(argv)
    keras.utils.set_random_seed(11)

    signals = make_signals(512, seed=1)
    model = DenoisingAutoencoder(args.code_size, learning_rate=2e-3)
    losses = []
    log_every = max(1, args.steps // 10)
    stream = signal_batches(signals, args.noise, batch_size=32)
    for step, (clean, noisy) in enumerate(itertools.islice(stream, args.steps), start=1):
        loss = model.train_step(tf.constant(clean), tf.constant(noisy))
        if step % log_every == 0:
            losses.append(float(loss))
            print("step", step, "loss", round(losses[-1], 4))
    return {"losses": losses, "error": report(model, make_signals(64, seed=2), args.noise)}


if __name__ == "__main__":
    print(main())
