"""Random graphs for random vertex functions, as data that can be printed and made smaller."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count

import numpy as np
from hybridize_runtime import InstanceGraph, from_children

from .programs import ModelSpec, Rng

TABLE_ROWS, NUMBERS = 4, 5


@dataclass(frozen=True)
class GraphSpec:
    """An example: cells and children by vertex, and the rows that they pull.  `extra`: rows that no vertex pulls."""

    cells: tuple[str, ...]
    children: tuple[tuple[int, ...], ...]
    x: tuple[int, ...]
    t: tuple[int, ...]
    reads: tuple[int, ...] | None = None
    extra: int = 0

    @property
    def rows(self) -> int:
        """Rows of `x` and `k` that belong to this example."""
        return max(self.x) + 1 + self.extra

    def graph(self, drawn: Mapping[str, str] | None = None) -> InstanceGraph:
        """For the runtime.  `drawn`: inputs that have a row for every vertex of a cell, by name."""
        pulls: dict[str, Sequence[int]] = {"x": self.x, "k": self.x, "t": self.t}
        rows = {"x": self.rows, "k": self.rows}
        for name, cell in (drawn or {}).items():
            numbers = count()
            pulls[name] = [next(numbers) if c == cell else -1 for c in self.cells]
            rows[name] = next(numbers)
        of_edges = {"e": range(self.edges)[::-1]}
        return from_children(
            self.cells, self.children, pulls, reads=self.reads, rows=rows, edge_pulls=of_edges
        )

    @property
    def edges(self) -> int:
        """Of which each has a row of `e`."""
        return sum(map(len, self.children))

    def below(self, vertex: int) -> GraphSpec:
        """What one vertex depends on, alone."""
        needed = {vertex}
        for i in range(vertex, -1, -1):
            if i in needed:
                needed |= set(self.children[i])
        kept = sorted(needed)
        number = {old: new for new, old in enumerate(kept)}
        return GraphSpec(
            tuple(self.cells[i] for i in kept),
            tuple(tuple(number[c] for c in self.children[i]) for i in kept),
            tuple(range(len(kept))),
            tuple(self.t[i] for i in kept),
        )


def random_graph(model: ModelSpec, rng: Rng, most: int = 8) -> GraphSpec:
    """A sequence, tree or DAG: children are earlier vertices, which may have several parents, or the same one twice."""
    shared, chain = rng.random() < 0.4, rng.random() < 0.25
    cells: list[str] = []
    children: list[tuple[int, ...]] = []
    free: list[int] = []
    leaves = [cell for cell in model.cells if cell.arity[0] == 0]
    for i in range(int(rng.integers(1, most + 1))):
        cell = model.cells[int(rng.integers(len(model.cells)))]
        pool = [i - 1] if chain and i else list(range(i)) if shared else free
        if len(pool) < cell.arity[0]:
            cell = leaves[int(rng.integers(len(leaves)))]
        count = int(rng.integers(cell.arity[0], min(cell.arity[1], len(pool)) + 1))
        again = shared and rng.random() < 0.2
        below = [pool[c] for c in rng.choice(len(pool), size=count, replace=again)] if count else []
        free = [f for f in free if f not in below] + [i]
        cells.append(cell.name)
        children.append(tuple(map(int, below)))
    n = len(cells)
    x = rng.permutation(n) if rng.random() < 0.6 else rng.integers(0, 3, n)
    reads = tuple(rng.integers(0, n, 3).tolist()) if rng.random() < 0.3 else None
    t = rng.integers(0, TABLE_ROWS, n)
    extra = int(rng.integers(1, 3)) if rng.random() < 0.1 else 0
    return GraphSpec(tuple(cells), tuple(children), tuple(x.tolist()), tuple(t.tolist()), reads, extra)


def random_rows(model: ModelSpec, graphs: list[GraphSpec], seed: int) -> dict[str, np.ndarray]:
    """Rows of the inputs."""
    rng = np.random.default_rng(seed)
    total = sum(graph.rows for graph in graphs)
    return {
        "x": rng.normal(size=[total, model.inputs["x"]]).astype(model.dtype),
        "t": rng.normal(size=[TABLE_ROWS, model.inputs["t"]]).astype(model.dtype),
        "k": rng.integers(0, NUMBERS, total).astype("int32"),
        "e": rng.normal(size=[sum(graph.edges for graph in graphs), model.inputs["e"]]).astype(model.dtype),
    }
