"""Instance graphs: the structure of one example as integer arrays.

Vertex `i` runs the vertex function `cells[i]` on the states of its children
`children[offsets[i]:offsets[i + 1]]`, in this order, and on the rows `pulls[name][i]` of the external inputs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hybridize_runtime.errors import GraphError, vertex_text

Ints = NDArray[Any]  # int32


@dataclass(frozen=True, eq=False)
class InstanceGraph:
    """The structure of one example.  Compared and cached by identity; its arrays are read-only.

    `cells`: name of the cell of each vertex, [n].  `offsets` [n + 1] and `children` [e]: child lists, one after the
    other.  `pulls`: for each external input the row that a vertex reads, [n], -1 where it reads none.  `reads`: the
    vertices whose states are wanted, [r]; by default those without a parent, in order.  `rows`: how many rows of each
    input belong to this example (default: one more than the largest row pulled).  `edge_pulls`: for inputs whose rows
    belong to edges, the row of each entry of `children`, [e].

    Raises GraphError for cycles, dangling or negative children, wrong lengths, and graphs without vertices.
    """

    cells: tuple[str, ...]
    offsets: Ints
    children: Ints
    pulls: Mapping[str, Ints] = field(default_factory=dict)
    reads: Ints | None = None
    rows: Mapping[str, int] = field(default_factory=dict)
    edge_pulls: Mapping[str, Ints] = field(default_factory=dict)

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "cells", tuple(self.cells))
        put(self, "names", tuple(dict.fromkeys(self.cells)))
        code = {name: i for i, name in enumerate(self.names)}
        put(self, "codes", frozen([code[name] for name in self.cells]))
        put(self, "offsets", frozen(self.offsets))
        put(self, "children", frozen(self.children))
        put(self, "pulls", {name: frozen(rows) for name, rows in self.pulls.items()})
        put(self, "edge_pulls", {name: frozen(rows) for name, rows in self.edge_pulls.items()})
        _check(self)
        put(self, "arity", frozen(np.diff(self.offsets)))
        put(self, "heights", frozen(_heights(self)))
        put(self, "reads", frozen(_roots(self) if self.reads is None else self.reads))
        _check_reads(self)
        pulls = {**self.pulls, **self.edge_pulls}
        found = {name: int(rows.max(initial=-1)) + 1 for name, rows in pulls.items()}
        _check_rows(found, self.rows)
        put(self, "rows", {**found, **self.rows})

    names: tuple[str, ...] = field(init=False)
    codes: Ints = field(init=False)
    arity: Ints = field(init=False)
    heights: Ints = field(init=False)

    def __len__(self) -> int:
        return len(self.cells)

    def children_of(self, vertex: int) -> Ints:
        """The children of one vertex, in order."""
        return self.children[self.offsets[vertex] : self.offsets[vertex + 1]]


def frozen(values: Any) -> Ints:
    """A read-only int32 copy."""
    array = np.array(values, dtype=np.int32).reshape(-1)
    array.flags.writeable = False
    return array


def _check(graph: InstanceGraph) -> None:
    n = len(graph.cells)
    if n == 0:
        raise GraphError("the graph has no vertices; leave empty examples out of the batch")
    if len(graph.offsets) != n + 1 or graph.offsets[0] != 0 or graph.offsets[-1] != len(graph.children):
        raise GraphError(
            f"`offsets` has {len(graph.offsets)} entries for {n} vertices and {len(graph.children)} children; "
            "it needs one more than there are vertices, from 0 to the number of children"
        )
    shrinking = np.flatnonzero(np.diff(graph.offsets) < 0)
    if len(shrinking):
        where = vertex_text(int(shrinking[0]), graph.cells[shrinking[0]])
        raise GraphError(f"{where} has a negative number of children; `offsets` must not decrease")
    _check_children(graph, n)
    for name, rows in graph.pulls.items():
        if len(rows) != n:
            raise GraphError(
                f"`pulls[{name!r}]` has {len(rows)} rows for {n} vertices; give one per vertex, -1 for none"
            )
        if len(bad := np.flatnonzero(rows < -1)):
            where = vertex_text(int(bad[0]), graph.cells[bad[0]])
            raise GraphError(
                f"{where} pulls row {rows[bad[0]]} of `{name}`; rows start at 0, and -1 means none"
            )
    _check_edge_pulls(graph)


def _check_edge_pulls(graph: InstanceGraph) -> None:
    for name, rows in graph.edge_pulls.items():
        if len(rows) != len(graph.children) or (rows < 0).any():
            raise GraphError(
                f"`edge_pulls[{name!r}]` has {len(rows)} rows for {len(graph.children)} children, or negative ones; give "
                "the row of every entry of `children`, in this order"
            )


def _check_children(graph: InstanceGraph, n: int) -> None:
    bad = np.flatnonzero((graph.children < 0) | (graph.children >= n))
    if not len(bad):
        return
    vertex = int(np.searchsorted(graph.offsets, bad[0], side="right")) - 1
    child = int(graph.children[bad[0]])
    what = "a negative index" if child < 0 else f"not among the {n} vertices"
    where = vertex_text(vertex, graph.cells[vertex])
    raise GraphError(
        f"{where} has the child {child}, which is {what}; number vertices from 0 and list only existing ones"
    )


def _check_reads(graph: InstanceGraph) -> None:
    assert graph.reads is not None
    bad = np.flatnonzero((graph.reads < 0) | (graph.reads >= len(graph)))
    if len(bad):
        raise GraphError(
            f"`reads` names vertex {graph.reads[bad[0]]} of {len(graph)}; name existing vertices, from 0"
        )


def _check_rows(pulled: Mapping[str, int], declared: Mapping[str, int]) -> None:
    for name, rows in declared.items():
        if rows < pulled.get(name, 0):
            raise GraphError(
                f"`rows[{name!r}]` says that the example has {rows} rows, and a vertex pulls row {pulled[name] - 1}; "
                "rows start at 0"
            )


def _roots(graph: InstanceGraph) -> Ints:
    has_parent = np.zeros(len(graph), bool)
    has_parent[graph.children] = True
    return np.flatnonzero(~has_parent).astype(np.int32)


def _heights(graph: InstanceGraph) -> Ints:
    """Longest path to a vertex without children, per vertex; raises GraphError at a cycle."""
    owner = np.repeat(np.arange(len(graph), dtype=np.int32), np.diff(graph.offsets))
    if (graph.children < owner).all():
        return _heights_in_order(graph)
    heights, left = heights_of(owner, graph.children, len(graph))
    if not left.any():
        return heights
    cycle = _cycle(graph, left)
    path = " -> ".join(map(str, cycle))
    where = vertex_text(cycle[0], graph.cells[cycle[0]])
    raise GraphError(f"{where} depends on itself ({path}); remove one of these children")


def _heights_in_order(graph: InstanceGraph) -> Ints:
    """Heights when children come before their parents: one pass, cheap for small graphs."""
    heights: list[int] = []
    children, offsets = graph.children.tolist(), graph.offsets.tolist()
    for start, end in pairwise(offsets):
        heights.append(1 + max([heights[child] for child in children[start:end]]) if end > start else 0)
    return np.array(heights, np.int32)


def heights_of(parents: Ints, children: Ints, n: int) -> tuple[Ints, NDArray[np.bool_]]:
    """Heights by rounds of ready vertices, and which vertices never became ready."""
    heights = np.zeros(n, np.int32)
    pending = np.bincount(parents, minlength=n)
    by_child = parents[stable_order(children)]
    uses = np.bincount(children, minlength=n)
    first = np.cumsum(uses) - uses
    ready, level, seen = np.flatnonzero(pending == 0), 0, np.zeros(n, bool)
    while len(ready):
        heights[ready], seen[ready] = level, True
        above = by_child[ranges(first[ready], uses[ready])]
        np.subtract.at(pending, above, 1)
        ready, level = np.unique(above[pending[above] == 0]), level + 1
    return heights, ~seen


def ranges(starts: NDArray[Any], counts: NDArray[Any]) -> NDArray[np.int64]:
    """`[*range(s0, s0 + c0), *range(s1, s1 + c1), …]`."""
    ends = np.cumsum(counts, dtype=np.int64)
    total = int(ends[-1]) if len(ends) else 0
    first: NDArray[np.int64] = np.repeat(np.asarray(starts, np.int64) - (ends - counts), counts)
    return np.arange(total) + first


def stable_order(keys: NDArray[Any]) -> NDArray[np.int64]:
    """The stable order of numbers that are not negative; below 65,536 NumPy has a faster sort for it."""
    small = keys.max(initial=0) < 1 << 16
    return np.argsort(keys.astype(np.uint16) if small else keys, kind="stable")


def _cycle(graph: InstanceGraph, left: NDArray[np.bool_]) -> list[int]:
    """Some cycle among the vertices that never became ready: follow unready children until one repeats."""
    path, vertex = [], int(np.flatnonzero(left)[0])
    while vertex not in path:
        path.append(vertex)
        vertex = next(int(child) for child in graph.children_of(vertex) if left[child])
    return [*path[path.index(vertex) :], vertex]


def made_graph(fields: Mapping[str, Any]) -> InstanceGraph:
    """A graph of arrays that are known to be right, by the names of its fields: nothing is checked or copied."""
    graph = InstanceGraph.__new__(InstanceGraph)
    graph.__dict__.update(fields)
    return graph


def from_children(
    cells: Sequence[str],
    children: Sequence[Sequence[int]],
    pulls: Mapping[str, Sequence[int]] | None = None,
    **options: Any,
) -> InstanceGraph:
    """A graph from one list of children per vertex.  `options` are the further fields of InstanceGraph."""
    if len(cells) != len(children):
        raise GraphError(
            f"{len(cells)} cells and {len(children)} lists of children; give one of each per vertex"
        )
    offsets = np.cumsum([0, *map(len, children)])
    flat = [child for group in children for child in group]
    return InstanceGraph(tuple(cells), offsets, np.array(flat, np.int32), as_rows(pulls), **options)


def as_rows(pulls: Mapping[str, Sequence[int]] | None) -> dict[str, Ints]:
    """Row numbers as arrays."""
    return {name: np.asarray(rows, np.int32) for name, rows in (pulls or {}).items()}
