"""Synthetic signals: sums of a few sine waves on a fixed grid."""

import numpy as np

LENGTH = 48


def make_signals(count, seed):
    rng = np.random.default_rng(seed)
    grid = np.linspace(0.0, 1.0, LENGTH)
    frequency = rng.integers(1, 5, size=(count, 2, 1))
    phase = rng.uniform(0.0, 2.0 * np.pi, size=(count, 2, 1))
    return np.sin(2.0 * np.pi * frequency * grid + phase).mean(axis=1).astype("float32")


def signal_batches(signals, noise_level, batch_size):
    """Endless pairs (clean, noisy); the noise is drawn here, not in the model."""
    rng = np.random.default_rng(17)
    while True:
        rows = rng.integers(0, len(signals), size=batch_size)
        clean = signals[rows]
        noisy = clean + noise_level * rng.normal(size=clean.shape)
        yield clean, noisy.astype("float32")
