"""Variational autoencoder on rings of points; the sampling noise comes from a seed that each step receives."""

import argparse

import keras
import numpy as np
import tensorflow as tf

INPUTS, HIDDEN, LATENT, BATCH = 2, 32, 2, 64
SEED = 11

keras.utils.set_random_seed(SEED)


def glorot(inputs, outputs):
    return tf.Variable(keras.initializers.GlorotUniform(seed=inputs * 100 + outputs)((inputs, outputs)))


encoder = [
    (glorot(INPUTS, HIDDEN), tf.Variable(tf.zeros([HIDDEN]))),
    (glorot(HIDDEN, HIDDEN), tf.Variable(tf.zeros([HIDDEN]))),
    (glorot(HIDDEN, 2 * LATENT), tf.Variable(tf.zeros([2 * LATENT]))),
]
decoder = [
    (glorot(LATENT, HIDDEN), tf.Variable(tf.zeros([HIDDEN]))),
    (glorot(HIDDEN, HIDDEN), tf.Variable(tf.zeros([HIDDEN]))),
    (glorot(HIDDEN, INPUTS), tf.Variable(tf.zeros([INPUTS]))),
]
parameters = [variable for layer in encoder + decoder for variable in layer]
optimizer = keras.optimizers.Adam(3e-3)
optimizer.build(parameters)


def dense_stack(layers, x):
    for index, (weight, bias) in enumerate(layers):
        x = tf.matmul(x, weight) + bias
        if index < len(layers) - 1:
            x = tf.nn.elu(x)
    return x


def negative_elbo(x, seed):
    mean, log_variance = tf.split(dense_stack(encoder, x), 2, axis=1)
    noise = tf.random.stateless_normal(mean.shape, seed)
    z = mean + tf.exp(0.5 * log_variance) * noise
    reconstruction = 10.0 * tf.reduce_sum(tf.square(dense_stack(decoder, z) - x), axis=1)
    divergence = 0.5 * tf.reduce_sum(tf.square(mean) + tf.exp(log_variance) - log_variance - 1.0, axis=1)
    return tf.reduce_mean(reconstruction), tf.reduce_mean(divergence)


def train_step(x, seed):
    with tf.GradientTape() as tape:
        reconstruction, divergence = negative_elbo(x, seed)
        loss = reconstruction + divergence
    gradients = tape.gradient(loss, parameters)
    optimizer.apply_gradients(zip(gradients, parameters))
    return loss, reconstruction, divergence


def make_rings(count):
    rng = np.random.default_rng(2)
    radius = rng.choice([0.5, 1.0], size=count) + rng.normal(scale=0.03, size=count)
    angle = rng.uniform(0.0, 2.0 * np.pi, size=count)
    return np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1).astype("float32")


def sample_radii(count=8):
    z = tf.random.stateless_normal([count, LATENT], [SEED, 0])
    points = dense_stack(decoder, z).numpy()
    radii = np.linalg.norm(points, axis=1)
    print("radii of samples:", np.round(radii, 2))
    return radii.tolist()


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=200)
    args = parser.parse_args(argv)

    curves = {"loss": [], "divergence": []}
    points = tf.data.Dataset.from_tensor_slices(make_rings(1024)).shuffle(1024, seed=SEED).repeat()
    for step, x in enumerate(points.batch(BATCH, drop_remainder=True).take(args.steps), start=1):
        seed = tf.constant([SEED, step])
        loss, reconstruction, divergence = train_step(x, seed)
        if step % max(1, args.steps // 10) == 0:
            curves["loss"].append(float(loss))
            curves["divergence"].append(float(divergence))
            print(f"step {step} loss {loss:.4f} = {reconstruction:.4f} + {divergence:.4f}")
    return {**curves, "radii": sample_radii()}


if __name__ == "__main__":
    print(main())
