"""Shape functions of sequences, on the host: lengths to groups that one module serves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from hybridize_runtime.errors import InputError


def geometric(least: int, most: int, ratio: float, multiple: int = 1) -> tuple[int, ...]:
    """Sizes from `least` to `most`, each at most `ratio` times the one before, all multiples of `multiple`.

    A number is at most `ratio` times too small for the next size, or `multiple` where that is more.
    """
    sizes: list[int] = []
    size = float(least)
    while not sizes or sizes[-1] < most:
        rounded = -(-int(np.ceil(size)) // multiple) * multiple
        if not sizes or rounded > sizes[-1]:
            sizes.append(rounded)
        size = max(rounded * ratio, rounded + 1) if ratio > 1 else rounded + 1
        if rounded < most < size:
            size = most
    return tuple(sizes)


def round_up(n: int, sizes: Sequence[int], what: str) -> int:
    """The smallest size that is not below `n`.  Raises InputError where there is none."""
    for size in sizes:
        if size >= n:
            return size
    raise InputError(
        f"`{what}` has {n} rows; the archive was exported for at most {max(sizes)}: export it for more"
    )


def groups_of(
    lengths: Any, batches: Sequence[int], sizes: Sequence[int], most: int, singles: Sequence[int] = ()
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Groups of sequences that are padded to the same length, at most `most` steps each, and dimensions of them all.

    `sizes`: lengths that sequences are padded to; `singles`: those for a group of one, where they are others.

    A group has `batch` sequences of `length` steps: `index` [batch, length] are the rows of the steps in the packed
    input (row 0 at padding), `mask` [batch, length] says which of them are real, `real` [batch] the real lengths (1 where
    a group lacks a sequence), `start` the first row of the group's results.
    Dimensions: `steps`, rows of the results of all groups, and `places`, for each packed step its row among them.
    """
    if len(lengths) == 0 or int(lengths.min()) < 1:
        raise InputError(
            "`lengths` has to name at least one sequence, and none may be empty; leave those out"
        )
    round_up(int(lengths.max()), sizes, "a sequence")
    if len(lengths) == 1 and len(singles):
        return _one(int(lengths[0]), singles)
    starts = lengths.cumsum() - lengths
    padded = np.searchsorted(sizes, lengths)
    groups, places, at = [], np.empty(int(lengths.sum()), np.int64), 0
    for i in sorted(set(padded.tolist())):
        length, members = sizes[i], (padded == i).nonzero()[0]
        while len(members):
            fitting = [b for b in batches if b <= len(members) and b * length <= most]
            batch = max(fitting, default=min(batches))
            mine, members = members[:batch], members[batch:]
            alone = batch == 1 and len(singles)
            size = round_up(int(lengths[mine[0]]), singles, "a sequence") if alone else length
            group = _group(lengths[mine], starts[mine], batch, size)
            real = group["mask"].nonzero()
            places[group["index"][real]] = at + real[0] * size + real[1]
            groups.append({**group, "start": at})
            at += batch * size
    return groups, {"steps": at, "places": places}


def _one(length: int, singles: Sequence[int]) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """What `groups_of` yields for one sequence, for which its way takes longer than the start of a module."""
    size = round_up(length, singles, "a sequence")
    steps = np.arange(size)
    mask = steps < length
    real = np.array([length], np.int32)
    group = {
        "batch": 1,
        "length": size,
        "index": (steps * mask)[None],
        "real": real,
        "mask": mask.astype(np.int32)[None],
    }
    return [{**group, "start": 0}], {"steps": size, "places": slice(length)}


def _group(lengths: Any, starts: Any, batch: int, length: int) -> dict[str, Any]:
    steps, real = np.arange(length), np.ones(batch, np.int32)
    real[: len(lengths)] = lengths
    mask, index = np.zeros((batch, length), np.int32), np.zeros((batch, length), np.int64)
    mask[: len(lengths)] = steps < lengths[:, None]
    index[: len(lengths)] = starts[:, None] + steps
    return {"batch": batch, "length": length, "index": index * mask, "real": real, "mask": mask}
