"""Trains a small transformer to continue arithmetic progressions modulo a prime."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import keras
import numpy as np
import tensorflow as tf

from model import LanguageModel, Learner

PRIME = 13
LENGTH = 12


def progressions(batch_size: int, seed: int) -> Iterator[tuple[tf.Tensor, tf.Tensor]]:
    rng = np.random.default_rng(seed)
    while True:
        start = rng.integers(0, PRIME, size=(batch_size, 1))
        stride = rng.integers(1, PRIME, size=(batch_size, 1))
        numbers = (start + stride * np.arange(LENGTH + 1)) % PRIME
        yield tf.constant(numbers[:, :-1], tf.int32), tf.constant(numbers[:, 1:], tf.int32)


def warmup_then_decay(step: int, peak: float = 3e-3, warmup: int = 20) -> float:
    return peak * min(step / warmup, (warmup / step) ** 0.5)


def complete(model: LanguageModel, prompt: list[int]) -> list[int]:
    """Greedy continuation of `prompt` up to LENGTH tokens, padding what is not there yet."""
    line = list(prompt)
    while len(line) < LENGTH:
        padded = tf.constant([line + [0] * (LENGTH - len(line))], tf.int32)
        line.append(int(tf.argmax(model(padded)[0, len(line) - 1])))
    return line


def main(argv: list[str] | None = None) -> dict[str, object]:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--batch-size", type=int, default=8)
    parser.add_argument("--depth", type=int, default=2)
    args = parser.parse_args(argv)
    keras.utils.set_random_seed(11)

    model = LanguageModel(PRIME, LENGTH, size=32, heads=4, depth=args.depth)
    learner = Learner(model)
    losses = []
    stream = progressions(args.batch_size, seed=6)
    for step in range(1, args.steps + 1):
        learner.set_rate(warmup_then_decay(step))
        tokens, targets = next(stream)
        loss = learner.train_step(tokens, targets)
        if step % max(1, args.steps // 10) == 0:
            losses.append(float(loss))
            print(f"step {step} loss {losses[-1]:.4f}")
    print("2, 5, 8 goes on as", complete(model, [2, 5, 8]))
    return {"losses": losses, "weight_norm": float(tf.linalg.global_norm(learner.variables))}


if __name__ == "__main__":
    print(main())
