"""Inputs of the benchmarks: random trees like those of the Stanford Sentiment Treebank, complete trees, lengths."""

from __future__ import annotations

from typing import Any

import numpy as np


def random_trees(count: int, rng: np.random.Generator) -> list[Any]:
    """Nested pairs over N(19.5, 9.3) leaves, at least 2 and at most 52, split at random places."""
    sizes = np.clip(np.round(rng.normal(19.5, 9.3, count)), 2, 52).astype(int)
    return [_split(list(range(size)), rng) for size in sizes.tolist()]


def _split(leaves: list[int], rng: np.random.Generator) -> Any:
    if len(leaves) == 1:
        return leaves[0]
    at = int(rng.integers(1, len(leaves)))
    return (_split(leaves[:at], rng), _split(leaves[at:], rng))


def complete_trees(count: int, leaves: int = 128) -> list[Any]:
    """Complete binary trees."""

    def build(first: int, size: int) -> Any:
        return first if size == 1 else (build(first, size // 2), build(first + size // 2, size // 2))

    return [build(0, leaves) for _ in range(count)]
