"""Which vertices run together, and in which order.

A policy maps a batch of graphs to one group number per vertex.  Vertices of a group have the same kind (cell and
number of children) and do not depend on each other; groups are executed in the order of their numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hybridize_runtime.graph.blocks import Block, block_of
from hybridize_runtime.graph.graphs import InstanceGraph, Ints, stable_order

_Score = Callable[[int, int], float]  # of a kind with so many ready vertices
_Done = Callable[[int, list[int]], None]  # called with every group: its kind and vertices


@dataclass(frozen=True, eq=False)
class Forest:
    """Instance graphs side by side: the same arrays, with vertices and input rows renumbered.

    `starts`: first vertex of each instance, [instances + 1].  `kinds`: what a vertex runs, as an index chosen by the
    network, [n]; kinds below `sources` have no children.  `ranks`: what `kind_ranks` yields, where it is known.
    `rows`: how many rows all instances together have of each input that they do not share, where it is known.
    `edge_pulls`: rows of inputs that belong to edges, by entry of `children`.
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
    ranks: Ints | None = None
    rows: Mapping[str, int] = field(default_factory=dict)
    edge_pulls: Mapping[str, Ints] = field(default_factory=dict)

    def edges_of(self, name: str, vertex: int) -> Ints:
        """The rows of an input that the children of one vertex have."""
        return self.edge_pulls[name][self.offsets[vertex] : self.offsets[vertex + 1]]

    def __len__(self) -> int:
        return len(self.kinds)

    @property
    def parents(self) -> Ints:
        """The parent of every entry of `children`."""
        return np.repeat(np.arange(len(self), dtype=np.int32), self.arity)


def side_by_side(
    graphs: Sequence[InstanceGraph],
    kinds_of: Callable[[Sequence[InstanceGraph]], Ints],
    kind_count: int,
    sources: frozenset[int],
    inputs: Mapping[str, bool],
    rank_of: Callable[[InstanceGraph], Ints] | None = None,
    of_edges: frozenset[str] = frozenset(),
) -> Forest:
    """One forest of all graphs.  `inputs` are the names of the external inputs, and whether all instances share rows.

    `kinds_of`: what yields the kinds of all vertices, graph after graph.  `of_edges`: inputs whose rows belong to edges.
    `rank_of`: what yields the ranks of a graph (see `kind_ranks`), where a policy will ask for them.
    """
    ranks = None if rank_of is None else _joined([rank_of(graph) for graph in graphs])
    if (block := block_of(graphs)) is not None and not of_edges and block.pulls.keys() >= inputs.keys():
        return _of_block(block, kinds_of(graphs), kind_count, sources, inputs, ranks)
    sizes = np.array([len(graph) for graph in graphs])
    starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32)
    arity = _joined([graph.arity for graph in graphs])
    edges = np.array([len(graph.children) for graph in graphs])
    reads = np.array([len(graph.reads) for graph in graphs])  # type: ignore[arg-type]
    return Forest(
        kinds=kinds_of(graphs),
        offsets=np.concatenate([[0], np.cumsum(arity)]).astype(np.int32),
        children=_joined([graph.children for graph in graphs]) + np.repeat(starts[:-1], edges),
        heights=_joined([graph.heights for graph in graphs]),
        arity=arity,
        starts=starts,
        pulls={
            name: _rows([graph.pulls.get(name) for graph in graphs], graphs, name, shared, sizes)
            for name, shared in inputs.items()
            if name not in of_edges
        },
        edge_pulls={
            name: _rows([graph.edge_pulls.get(name) for graph in graphs], graphs, name, inputs[name], edges)
            for name in sorted(of_edges)
        },
        reads=_joined([graph.reads for graph in graphs]) + np.repeat(starts[:-1], reads),
        kind_count=kind_count,
        sources=sources,
        ranks=ranks,
        rows={
            name: sum(graph.rows.get(name, 0) for graph in graphs)
            for name, shared in inputs.items()
            if not shared
        },
    )


def _of_block(
    block: Block,
    kinds: Ints,
    kind_count: int,
    sources: frozenset[int],
    inputs: Mapping[str, bool],
    ranks: Ints | None,
) -> Forest:
    """The same of graphs that were made together: what is numbered through already is not copied."""
    sizes = np.diff(block.starts)
    own = {name: block.rows[name] for name, shared in inputs.items() if not shared}
    return Forest(
        kinds=kinds,
        offsets=block.offsets,
        children=block.children,
        heights=block.heights,
        arity=block.arity,
        starts=block.starts,
        pulls={
            name: block.pulls[name] if shared else _shifted(block.pulls[name], own[name], sizes)
            for name, shared in inputs.items()
        },
        reads=block.starts[1:] - 1,
        kind_count=kind_count,
        sources=sources,
        ranks=ranks,
        rows={name: int(counts.sum()) for name, counts in own.items()},
    )


def _joined(arrays: Sequence[Any]) -> Ints:
    return np.concatenate(arrays) if arrays else np.zeros(0, np.int32)


def _rows(
    given: Sequence[Ints | None],
    graphs: Sequence[InstanceGraph],
    name: str,
    shared: bool,
    sizes: NDArray[Any],
) -> Ints:
    """Rows of one input per vertex, or per edge; each instance brings its own rows unless they are shared."""
    rows = _joined(
        [np.full(size, -1, np.int32) if r is None else r for size, r in zip(sizes, given, strict=True)]
    )
    if shared:
        return rows
    return _shifted(rows, np.array([graph.rows.get(name, 0) for graph in graphs]), sizes)


def _shifted(rows: Ints, counts: Ints, sizes: NDArray[Any]) -> Ints:
    """The rows that vertices read where each instance has so many of its own, one after the other."""
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
    return _greedy(forest, lambda _, ready: ready, lambda *_: None)


def by_agenda(forest: Forest) -> Ints:
    """DyNet's: of the kinds with ready vertices, the one whose remaining vertices have the lowest average height."""
    heights, most = forest.heights.tolist(), forest.kind_count
    left = np.bincount(forest.kinds, minlength=most).tolist()
    total = np.bincount(forest.kinds, forest.heights, minlength=most).tolist()

    def done(kind: int, vertices: list[int]) -> None:
        left[kind] -= len(vertices)
        total[kind] -= sum([heights[v] for v in vertices])

    return _greedy(forest, lambda kind, _: -total[kind] / left[kind], done)


def by_kind(forest: Forest) -> Ints:
    """The groups of the policy that makes the fewest."""
    return best(forest)[1]


def best(forest: Forest) -> tuple[str, Ints]:
    """The policy that makes the fewest groups, and these.  None of them is best for all forests."""
    found = [(name, POLICIES[name](forest)) for name in ("share", "depth", "agenda", "frontier")]
    return min(found, key=lambda pair: int(pair[1].max()))


def by_share(forest: Forest) -> Ints:
    """The kind with the largest share of ready vertices among those that only wait for other kinds goes first.

    That is the rule of ED-Batch (Chen et al., ICML 2023, section 2.3).  The remaining vertices of a kind and an instance
    that only wait for others are those of the lowest rank.
    """
    most = forest.kind_count
    ranks = forest.ranks
    if ranks is None:
        ranks = kind_ranks(forest.kinds, forest.heights, forest.offsets, forest.children, most)
    span = int(ranks.max(initial=0)) + 1
    owners = np.repeat(np.arange(len(forest.starts) - 1), np.diff(forest.starts)) * most + forest.kinds
    last = np.zeros((len(forest.starts) - 1) * most, np.int64)
    np.maximum.at(last, owners, ranks)
    places = owners * span + ranks
    left = np.bincount(places, minlength=len(last) * span)
    waiting = left[1::span].reshape(-1, most).sum(0).tolist()
    score, done = _shares(
        places.tolist(), left.tolist(), (last + np.arange(len(last)) * span).tolist(), waiting
    )
    return _greedy(forest, score, done)


def _shares(places: list[int], left: list[int], last: list[int], waiting: list[int]) -> tuple[_Score, _Done]:
    """The share of ready vertices of a kind among those that only wait for other kinds.

    `places`: for each vertex a number by owner (instance and kind), then rank; `left`: how many remain at each place;
    `last`: the last place of each owner; `waiting`: by kind, how many remain at the lowest places where some remain.
    """
    span = len(left) // len(last)
    lowest = [owner * span + 1 for owner in range(len(last))]

    def done(kind: int, vertices: list[int]) -> None:
        changed = 0
        for v in vertices:
            place = places[v]
            left[place] = remain = left[place] - 1
            owner = place // span
            if place == lowest[owner]:
                changed -= 1
                if not remain and place < last[owner]:
                    place += 1
                    while not left[place] and place < last[owner]:
                        place += 1
                    lowest[owner] = place
                    changed += left[place]
        waiting[kind] += changed

    return lambda kind, ready: ready / max(waiting[kind], 1), done


def kind_ranks(kinds: Ints, heights: Ints, offsets: Ints, children: Ints, kind_count: int) -> Ints:
    """How many vertices of its own kind are on the longest chain of them that ends at a vertex, itself included.

    The arrays are those of a `Forest`, or of one graph.
    """
    of, below, ends = kinds.tolist(), children.tolist(), offsets.tolist()
    ranks, none = [0] * len(of), [0] * kind_count
    longest = [none] * len(of)  # by kind, on chains that end at a vertex
    for v in stable_order(heights).tolist():
        before = [longest[child] for child in below[ends[v] : ends[v + 1]]]
        mine = list(map(max, *before)) if len(before) > 1 else (before[0] if before else none).copy()
        mine[of[v]] = ranks[v] = mine[of[v]] + 1
        longest[v] = mine
    return np.array(ranks, np.int32)


def _greedy(forest: Forest, score: _Score, done: _Done) -> Ints:
    """Groups chosen one by one: among the kinds with ready vertices, the one with the highest score.

    In plain Python: groups of many kinds are small, and a call of NumPy takes as long as ten vertices.
    """
    pending, kinds = forest.arity.tolist(), forest.kinds.tolist()
    uses = np.bincount(forest.children, minlength=len(forest))
    ends = np.cumsum(uses)
    first, end = (ends - uses).tolist(), ends.tolist()
    above = forest.parents[stable_order(forest.children)].tolist()
    ready: list[list[int]] = [[] for _ in range(forest.kind_count)]
    for v in np.flatnonzero(forest.arity == 0).tolist():
        ready[kinds[v]].append(v)
    order: list[int] = []
    sizes = []
    while (kind := _choice(ready, forest.sources, score)) is not None:
        chosen, ready[kind] = ready[kind], []
        order += chosen
        sizes.append(len(chosen))
        done(kind, chosen)
        for v in chosen:
            for parent in above[first[v] : end[v]]:
                if pending[parent] > 1:
                    pending[parent] -= 1
                else:
                    ready[kinds[parent]].append(parent)
    groups = np.empty(len(forest), np.int32)
    groups[order] = np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)
    return groups


def _choice(ready: list[list[int]], sources: frozenset[int], score: _Score) -> int | None:
    """The kind to run next; those without children first.  None at the end."""
    chosen, highest = None, 0.0
    for kind, vertices in enumerate(ready):
        if vertices:
            if kind in sources:
                return kind
            found = score(kind, len(vertices))
            if chosen is None or found > highest:
                chosen, highest = kind, found
    return chosen


POLICIES: Mapping[str, Callable[[Forest], Ints]] = {
    "depth": by_depth,
    "frontier": by_frontier,
    "agenda": by_agenda,
    "share": by_share,
    "kind": by_kind,
}
