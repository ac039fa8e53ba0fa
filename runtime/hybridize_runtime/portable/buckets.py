"""Which sizes an archive is exported for: geometric bands over batches of the examples."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from hybridize_runtime.graph.plan import Extent
from hybridize_runtime.vm.manifest import Bucket


@dataclass(frozen=True)
class Rule:
    """How sizes are rounded up.

    Batches of each of the `batches` sizes are drawn from the examples (`draws` of each, and the largest possible one).
    Those whose numbers of vertices are within one factor `ratio` share a bucket, which holds the largest of them in
    every respect: a batch like the examples wastes less than `ratio`.  `most` bounds the number of buckets: `ratio`
    grows until it is kept.  `tiles`: rows that one step of the loop computes; a module is made for each that the rule
    takes for some example.  `overhead`: what a step costs besides its rows, in rows; measured on a CPU.
    """

    ratio: float = 1.25
    most: int = 24
    batches: tuple[int, ...] = (1, 64)
    draws: int = 64
    tiles: tuple[int, ...] = (1, 4, 16, 32, 64)
    overhead: float = 12.0


@dataclass(frozen=True)
class Sample:
    """Sizes of one example batch, and the tile that is best for it."""

    extent: Extent
    rows: dict[str, int]
    tile: int


def batches_of(count: int, sizes: Sequence[int], rule: Rule) -> Iterable[list[int]]:
    """Example batches as lists of example numbers: random ones, and the largest.  `sizes`: vertices of each example."""
    rng = np.random.default_rng(0)
    largest = int(np.argmax(sizes))
    for batch in rule.batches:
        yield [largest] * batch
        for _ in range(rule.draws if batch > 1 else min(count, 4 * rule.draws)):
            yield rng.integers(0, count, batch).tolist()
    if 1 in rule.batches and count <= 4 * rule.draws:
        yield from ([i] for i in range(count))


def cover(samples: Sequence[Sample], rule: Rule) -> tuple[Bucket, ...]:
    """Buckets for the samples, the smallest first."""
    ratio = rule.ratio
    while True:
        bands: dict[int, list[Sample]] = {}
        for sample in samples:
            bands.setdefault(_band(sum(sample.extent.members), ratio), []).append(sample)
        if len(bands) <= rule.most:
            return tuple(_bucket(bands[band]) for band in sorted(bands))
        ratio *= 1.1


def _band(total: int, ratio: float) -> int:
    return math.floor(math.log(total) / math.log(ratio))


def _bucket(samples: Sequence[Sample]) -> Bucket:
    flat = np.max([sample.extent.flat for sample in samples], axis=0).tolist()
    *members, _, reads, entries = flat
    rows = {name: max(1, *(s.rows[name] for s in samples)) for name in samples[0].rows}
    extent = Extent(tuple(members), 0, max(reads, 1), max(entries, 1))
    return Bucket(replace(extent, steps=sum(members)), rows, tuple(sorted({s.tile for s in samples})))
