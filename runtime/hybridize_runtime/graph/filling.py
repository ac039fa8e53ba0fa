"""Groups that fill tiles: vertices that nothing waits for soon are left for a later group."""

from __future__ import annotations

import numpy as np

from hybridize_runtime.graph.graphs import Ints, ranges, stable_order
from hybridize_runtime.graph.schedule import Forest, numbered


def tile_filling(forest: Forest, tile: int) -> Ints:
    """Groups, sizes of which are multiples of `tile` where vertices can wait, for one kind of vertices with children.

    List scheduling by levels (Hu, 1961): as many groups as the longest chain has vertices; first what most others wait
    for.  A group is cut to full tiles, but runs all that would make the chain longer.  Numbers are those of a policy.
    """
    looped = ~np.isin(forest.kinds, [*forest.sources])
    parents = forest.parents
    inner = looped[forest.children] & looped[parents]
    child, parent = forest.children[inner], parents[inner]
    above = _above(forest.heights, child, parent)
    levels = _levels(looped, child, parent, above, tile)
    return numbered(np.where(looped, forest.kind_count + levels, forest.kinds))


def _above(heights: Ints, child: Ints, parent: Ints) -> Ints:
    """How many vertices are above each on the longest chain; the edges are from `child` to `parent`."""
    above = np.zeros(len(heights), np.int64)
    order = stable_order(heights[parent])[::-1]
    ends = np.flatnonzero(np.diff(heights[parent][order])) + 1
    for edges in np.split(order, ends):
        np.maximum.at(above, child[edges], above[parent[edges]] + 1)
    return above


def _levels(looped: np.ndarray, child: Ints, parent: Ints, above: Ints, tile: int) -> Ints:
    """The level of each vertex of the loop."""
    size = len(looped)
    waits, uses = np.bincount(parent, minlength=size), np.bincount(child, minlength=size)
    first, upwards = np.cumsum(uses) - uses, parent[stable_order(child)]
    levels, ready = np.zeros(size, np.int64), np.flatnonzero(looped & (waits == 0))
    count = int(above[looped].max(initial=-1)) + 1
    for level in range(count):
        ready = ready[np.argsort(-above[ready], kind="stable")]
        urgent = int(np.count_nonzero(above[ready] >= count - level - 1))
        full, needed = len(ready) // tile * tile, min(len(ready), -(-urgent // tile) * tile)
        mine, ready = np.split(ready, [max(full, needed)])
        levels[mine] = level
        freed = upwards[ranges(first[mine], uses[mine])]
        waits -= np.bincount(freed, minlength=size)
        ready = np.concatenate([ready, np.unique(freed[waits[freed] == 0])])
    return levels
