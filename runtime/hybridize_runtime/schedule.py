"""Which vertices run together, and in which order.

A policy maps a batch of graphs to one group number per vertex.  Vertices of a group have the same kind (cell and
number of children) and do not depend on each other; groups are executed in the order of their numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hybridize_runtime.graphs import InstanceGraph, Ints, ranges


@dataclass(frozen=True, eq=False)
class Forest:
    """Instance graphs side by side: the same arrays, with vertices and input rows renumbered.

    `starts`: first vertex of each instance, [instances + 1].  `kinds`: what a vertex runs, as an index chosen by the
    network, [n]; kinds below `sources` have no children.
    """

    kinds: Ints
    offsets: Ints
    children: Ints
    heights: Ints
    arity: Ints
    starts: Ints
    pulls: Mapping[str, Ints]
    reads: Ints
    kind_count: int
    sources: frozenset[int]

    def __len__(self) -> int:
        return len(self.kinds)

    @property
    def parents(self) -> Ints:
        """The parent of every entry of `children`."""
        return np.repeat(np.arange(len(self), dtype=np.int32), self.arity)


def side_by_side(
    graphs: Sequence[InstanceGraph],
    kind_of: Callable[[InstanceGraph], Ints],
    kind_count: int,
    sources: frozenset[int],
    inputs: Mapping[str, bool],
) -> Forest:
    """One forest of all graphs.  `inputs` are the names of the external inputs, and whether all instances share rows."""
    sizes = np.array([len(graph) for graph in graphs])
    starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32)
    arity = _joined([graph.arity for graph in graphs])
    edges = np.array([len(graph.children) for graph in graphs])
    reads = np.array([len(graph.reads) for graph in graphs])  # type: ignore[arg-type]
    return Forest(
        kinds=_joined([kind_of(graph) for graph in graphs]),
        offsets=np.concatenate([[0], np.cumsum(arity)]).astype(np.int32),
        children=_joined([graph.children for graph in graphs]) + np.repeat(starts[:-1], edges),
        heights=_joined([graph.heights for graph in graphs]),
        arity=arity,
        starts=starts,
        pulls={name: _rows(graphs, name, shared, sizes) for name, shared in inputs.items()},
        reads=_joined([graph.reads for graph in graphs]) + np.repeat(starts[:-1], reads),
        kind_count=kind_count,
        sources=sources,
    )


def _joined(arrays: Sequence[Any]) -> Ints:
    return np.concatenate(arrays) if arrays else np.zeros(0, np.int32)


def _rows(graphs: Sequence[InstanceGraph], name: str, shared: bool, sizes: NDArray[Any]) -> Ints:
    """Rows of one input per vertex; each instance brings its own rows unless they are shared."""
    absent = [graph.pulls.get(name) for graph in graphs]
    rows = _joined(
        [np.full(len(g), -1, np.int32) if r is None else r for g, r in zip(graphs, absent, strict=True)]
    )
    if shared:
        return rows
    counts = np.array([graph.rows.get(name, 0) for graph in graphs])
    first = np.repeat(np.cumsum(counts) - counts, sizes)
    return np.where(rows >= 0, rows + first, -1).astype(np.int32)


def by_depth(forest: Forest) -> Ints:
    """TensorFlow Fold's: all vertices of one height and kind are a group."""
    return numbered(forest.heights.astype(np.int64) * forest.kind_count + _source_first(forest))


def _source_first(forest: Forest) -> Ints:
    rank = np.array(sorted(range(forest.kind_count), key=lambda kind: (kind not in forest.sources, kind)))
    keys: Ints = np.argsort(rank)[forest.kinds]
    return keys


def numbered(keys: NDArray[Any]) -> Ints:
    """Keys replaced by their rank: 0, 1, 2, …"""
    present = np.bincount(keys, minlength=1) > 0
    ranks: Ints = (np.cumsum(present) - 1).astype(np.int32)[keys]
    return ranks


def by_frontier(forest: Forest) -> Ints:
    """Cavs': the frontier is looked at anew after every group; the kind with most ready vertices goes first."""
    return _greedy(forest, lambda ready, _: ready.astype(float))


def by_agenda(forest: Forest) -> Ints:
    """DyNet's: of the kinds with ready vertices, the one whose remaining vertices have the lowest average height."""
    return _greedy(forest, lambda _, state: -state.mean_height())


def by_kind(forest: Forest) -> Ints:
    """Looks at kinds: the rule of ED-Batch, or another policy where that makes fewer groups.

    The rule runs the kind with the largest share of ready vertices among those that only wait for other kinds
    (Chen et al., ED-Batch, ICML 2023, section 2.3).  It is not optimal, so its result is compared with the others.
    """
    return min(
        (policy(forest) for policy in (_by_share, by_depth, by_agenda, by_frontier)),
        key=lambda g: int(g.max()),
    )


def _by_share(forest: Forest) -> Ints:
    ranks = kind_ranks(forest)
    return _greedy(forest, lambda ready, state: ready / np.maximum(state.waiting_for_others(ranks), 1))


def kind_ranks(forest: Forest) -> Ints:
    """How many vertices of its own kind are on the longest chain of them that ends at a vertex, itself included."""
    best = np.zeros((len(forest), forest.kind_count), np.int32)
    parents = forest.parents
    order = np.argsort(forest.heights[parents], kind="stable")
    bounds = np.cumsum(np.bincount(forest.heights[parents]))
    for edges in np.split(order, bounds[:-1]):
        np.maximum.at(
            best, parents[edges], best[forest.children[edges]] + _one_hot(forest, forest.children[edges])
        )
    return best[np.arange(len(forest)), forest.kinds] + 1


def _one_hot(forest: Forest, vertices: Ints) -> Ints:
    hot: Ints = (forest.kinds[vertices][:, None] == np.arange(forest.kind_count)).astype(np.int32)
    return hot


@dataclass(eq=False)
class _Progress:
    """What a greedy policy may look at: which vertices are done."""

    forest: Forest
    done: NDArray[np.bool_]

    def mean_height(self) -> NDArray[Any]:
        """Average height of the remaining vertices, per kind."""
        kinds, heights = self.forest.kinds[~self.done], self.forest.heights[~self.done]
        n = np.bincount(kinds, minlength=self.forest.kind_count)
        return np.bincount(kinds, heights, minlength=self.forest.kind_count) / np.maximum(n, 1)

    def waiting_for_others(self, ranks: Ints) -> NDArray[Any]:
        """How many remaining vertices, per kind, have no remaining one of their kind before them in their instance."""
        forest = self.forest
        left = np.flatnonzero(~self.done)
        instance = np.searchsorted(forest.starts, left, side="right") - 1
        key = instance * forest.kind_count + forest.kinds[left]
        lowest = np.full((len(forest.starts) - 1) * forest.kind_count, np.iinfo(np.int32).max)
        np.minimum.at(lowest, key, ranks[left])
        return np.bincount(forest.kinds[left[ranks[left] == lowest[key]]], minlength=forest.kind_count)


def _greedy(forest: Forest, score: Callable[[NDArray[Any], _Progress], NDArray[Any]]) -> Ints:
    """Groups chosen one by one: among the kinds with ready vertices, the one with the highest score."""
    pending = forest.arity.astype(np.int64)
    uses = np.bincount(forest.children, minlength=len(forest))
    first = np.cumsum(uses) - uses
    above = forest.parents[np.argsort(forest.children, kind="stable")]
    groups = np.full(len(forest), -1, np.int32)
    progress = _Progress(forest, np.zeros(len(forest), bool))
    ready = [np.flatnonzero((pending == 0) & (forest.kinds == kind)) for kind in range(forest.kind_count)]
    number = 0
    while any(map(len, ready)):
        kind = _choice(forest, ready, score, progress)
        chosen, ready[kind] = ready[kind], np.zeros(0, np.int64)
        groups[chosen], progress.done[chosen] = number, True
        number += 1
        parents = above[ranges(first[chosen], uses[chosen])]
        np.subtract.at(pending, parents, 1)
        freed = np.unique(parents[pending[parents] == 0])
        for k in np.unique(forest.kinds[freed]):
            ready[k] = np.concatenate([ready[k], freed[forest.kinds[freed] == k]])
    return groups


def _choice(
    forest: Forest,
    ready: list[NDArray[Any]],
    score: Callable[[NDArray[Any], _Progress], NDArray[Any]],
    progress: _Progress,
) -> int:
    counts = np.array([len(vertices) for vertices in ready])
    for kind in sorted(forest.sources):
        if counts[kind]:
            return kind
    return int(np.argmax(np.where(counts > 0, score(counts, progress), -np.inf)))


POLICIES: Mapping[str, Callable[[Forest], Ints]] = {
    "depth": by_depth,
    "frontier": by_frontier,
    "agenda": by_agenda,
    "kind": by_kind,
}
