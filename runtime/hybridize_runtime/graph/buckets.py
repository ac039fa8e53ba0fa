"""Sizes of arrays for executors with static shapes: few of them, so that XLA compiles few programs."""

from __future__ import annotations

from collections.abc import Sequence

from hybridize_runtime.graph.plan import Extent

SLACK = (
    1.3  # an existing bucket is taken when no number in it is more than this much (and a little) too large
)
LIMIT = 12  # buckets per network and executor; then plans go to the smallest one that fits, or it grows


def rounded(n: int) -> int:
    """The next number with four significant bits: at most 1/8 too large, 1/16 on average."""
    if n <= 16:
        return next(size for size in (0, 1, 4, 16) if size >= n)
    unit = 1 << max(n.bit_length() - 4, 3)
    return -(-n // unit) * unit


def bucket(size: Extent, known: list[Extent]) -> Extent:
    """The extent to store a plan in.  New ones are added to `known`."""
    fitting = [other for other in known if size.fits(other)]
    close = [other for other in fitting if _close(size.flat, other.flat)]
    if close:
        return min(close, key=lambda other: sum(other.flat))
    if len(known) >= LIMIT and fitting:
        return min(fitting, key=lambda other: sum(other.flat))
    grown = size
    if len(known) >= LIMIT:
        largest = known.pop()
        grown = _extent([max(a, b) for a, b in zip(size.flat, largest.flat, strict=True)])
    made = _extent([rounded(n) for n in grown.flat])
    known.append(made)
    known.sort(key=lambda other: sum(other.flat))
    return made


def _close(mine: Sequence[int], theirs: Sequence[int]) -> bool:
    return all(b <= a * SLACK + 16 for a, b in zip(mine, theirs, strict=True))


def _extent(flat: Sequence[int]) -> Extent:
    *members, steps, reads, entries = flat
    return Extent(tuple(members), steps, reads, entries)
