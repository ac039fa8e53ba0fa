"""The batching plan: vertices renumbered so that every group is a contiguous slice, and what the executors read.

Positions count vertices in the order of execution.  Edges are numbered by parent: group after group, vertex after
vertex, slot after slot.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from hybridize_runtime.graph.explain import explain, picture
from hybridize_runtime.graph.graphs import Ints, ranges, stable_order
from hybridize_runtime.graph.schedule import Forest


@dataclass(frozen=True)
class Kind:
    """What a group runs: a cell, with one number of child slots.  `padded`: vertices may have fewer children."""

    cell: str
    slots: int
    padded: bool = False

    @property
    def text(self) -> str:
        """As shown to users."""
        return f"{self.cell}/{'<=' if self.padded else ''}{self.slots}"


@dataclass(frozen=True, eq=False)
class Plan:
    """An executable order of a forest.

    `order`: vertices by position.  `position`: its inverse.  `steps` [groups, 5]: kind, size, first position, first
    row among the vertices of the kind, first edge.
    """

    forest: Forest
    kinds: tuple[Kind, ...]
    groups: Ints
    policy: str
    order: Ints
    position: Ints
    steps: Ints

    @cached_property
    def members(self) -> tuple[Ints, ...]:
        """For each kind its vertices, by position."""
        kinds = self.forest.kinds[self.order]
        return tuple(self.order[kinds == kind] for kind in range(len(self.kinds)))

    @cached_property
    def child_positions(self) -> tuple[Ints, ...]:
        """For each kind the positions of the children of its vertices, [rows, slots]; -1 in an unused slot."""
        return tuple(
            self._child_positions(kind, rows) for kind, rows in zip(self.kinds, self.members, strict=True)
        )

    def _child_positions(self, kind: Kind, rows: Ints) -> Ints:
        slots = np.arange(kind.slots)
        index = self.forest.offsets[rows][:, None] + slots
        if not kind.padded:
            return self.position[self.forest.children[index]]
        used = slots < self.forest.arity[rows][:, None]
        return np.where(used, self.position[self.forest.children[np.where(used, index, 0)]], -1)

    @cached_property
    def edge_count(self) -> int:
        """Number of edges, unused slots included."""
        return sum(child.size for child in self.child_positions)

    @cached_property
    def edge_ids(self) -> tuple[Ints, ...]:
        """For each kind the numbers of the edges of its vertices, [rows, slots]."""
        counts = [len(rows) * kind.slots for rows, kind in zip(self.members, self.kinds, strict=True)]
        parts = self._edge_ids(counts)
        pairs = zip(parts, self.members, self.kinds, strict=True)
        return tuple(part.reshape(len(rows), kind.slots) for part, rows, kind in pairs)

    def _edge_ids(self, counts: Sequence[int]) -> Sequence[Ints]:
        """The same one after the other; `counts`: by kind, how many."""
        if sum(map(bool, counts)) <= 1:
            return [np.arange(count, dtype=np.int32) for count in counts]
        slots = np.array([kind.slots for kind in self.kinds])
        steps = self.steps[stable_order(self.steps[:, 0])]
        ids = ranges(steps[:, 4], steps[:, 1] * slots[steps[:, 0]]).astype(np.int32)
        return np.split(ids, np.cumsum(counts[:-1]))

    @cached_property
    def uses(self) -> tuple[Ints, Ints]:
        """By position, who reads a state: `offsets` [n + 1] and the entries; edge numbers, or -1 - r for read r."""
        edges = [ids.reshape(-1) for ids in self.edge_ids]
        children = [child.reshape(-1) for child in self.child_positions]
        reads = self.position[self.forest.reads]
        child = np.concatenate([*children, reads])
        entry = np.concatenate([*edges, -1 - np.arange(len(reads))])
        used = child >= 0
        child, entry = child[used], entry[used]
        order = stable_order(child)
        counts = np.bincount(child, minlength=len(self.forest))
        return np.concatenate([[0], np.cumsum(counts)]).astype(np.int32), entry[order].astype(np.int32)

    def pulled_rows(self, kind: int, name: str) -> Ints:
        """The rows of an input that the vertices of a kind read, by position; of edges, [rows, slots], 0 where unused."""
        if name in self.forest.edge_pulls:
            return self._of_edges(kind, self.forest.edge_pulls[name])
        return self.forest.pulls[name][self.members[kind]]

    def _of_edges(self, kind: int, pulled: Ints) -> Ints:
        rows = self.members[kind]
        slots = np.arange(self.kinds[kind].slots)
        used = slots < self.forest.arity[rows][:, None]
        index = np.where(used, self.forest.offsets[rows][:, None] + slots, 0)
        found = pulled[index] if len(pulled) else np.zeros(index.shape, np.int32)
        return np.where(used, found, 0).astype(np.int32)

    def explain(self) -> str:
        """A text for people: groups, their sizes, and what was not batched and why."""
        return explain(self)

    def picture(self, path: str | None = None) -> str:
        """The plan as SVG: one column per group, one bar per kind; written to `path` where given."""
        svg = picture(self)
        if path is not None:
            Path(path).write_text(svg, encoding="utf-8")
        return svg


def make_plan(forest: Forest, kinds: Sequence[Kind], groups: Ints, policy: str) -> Plan:
    """The plan that executes `groups` in the order of their numbers."""
    order = stable_order(groups).astype(np.int32)
    position = np.empty_like(order)
    position[order] = np.arange(len(order), dtype=np.int32)
    return Plan(forest, tuple(kinds), groups, policy, order, position, _steps(forest, kinds, groups, order))


def _steps(forest: Forest, kinds: Sequence[Kind], groups: Ints, order: Ints) -> Ints:
    sizes = np.bincount(groups)
    starts = np.cumsum(sizes) - sizes
    kind = forest.kinds[order[starts]]
    rows = np.zeros_like(starts)
    for k in range(len(kinds)):
        mine = kind == k
        rows[mine] = np.cumsum(sizes[mine]) - sizes[mine]
    edges = sizes * np.array([k.slots for k in kinds])[kind]
    return np.stack([kind, sizes, starts, rows, np.cumsum(edges) - edges], axis=1).astype(np.int32)


@dataclass(frozen=True)
class Extent:
    """How large the arrays of a plan are.  Executors with static shapes round these numbers up (see `buckets`)."""

    members: tuple[int, ...]
    steps: int
    reads: int
    entries: int

    def fits(self, other: Extent) -> bool:
        """Whether a plan of this extent can be stored in arrays of the other."""
        mine, theirs = self.flat, other.flat
        return all(a <= b for a, b in zip(mine, theirs, strict=True))

    @property
    def flat(self) -> tuple[int, ...]:
        return (*self.members, self.steps, self.reads, self.entries)


def extent(plan: Plan) -> Extent:
    """The exact sizes of a plan."""
    return Extent(tuple(map(len, plan.members)), len(plan.steps), len(plan.forest.reads), len(plan.uses[1]))


def arrays(plan: Plan, size: Extent, pad: int, gradients: bool = True) -> dict[str, Any]:
    """What executors read, as int32 arrays of the given extent; who reads a state only where `gradients` need it.

    Row `pad + p` of a state buffer holds position `p`; rows below are zeros.  A gradient buffer has `pad * slots` rows
    in front (of the kind with most slots), then one per edge, then one per read, then a row of zeros.
    """
    result: dict[str, Any] = {
        "steps": _padded(plan.steps, size.steps),
        "count": np.int32(len(plan.steps)),
        "reads": _padded(pad + plan.position[plan.forest.reads], size.reads),
        "read_count": np.int32(len(plan.forest.reads)),
        **(_readers(plan, size, pad) if gradients else {}),
    }
    for k, child in enumerate(plan.child_positions):
        result[f"children/{k}"] = _shifted_rows(pad + child, size.members[k] + 2 * pad, pad)
        mine = plan.steps[plan.steps[:, 0] == k]
        result[f"rows/{k}"] = np.int32(len(child))
        # The padding of a kind that is not there is written, too: behind all rows.
        result[f"start/{k}"] = np.int32(mine[0, 2] if len(mine) else len(plan.forest))
    return {name: np.asarray(value, np.int32) for name, value in result.items()}


def _readers(plan: Plan, size: Extent, pad: int) -> dict[str, Any]:
    """Rows of the gradient buffer that hold gradients of each state."""
    slots = [kind.slots for kind in plan.kinds]
    front = pad * max(slots, default=0)
    reads_at = front + sum(n * k for n, k in zip(size.members, slots, strict=True))
    offsets, entries = plan.uses
    rows = np.where(entries >= 0, front + entries, reads_at - 1 - entries)
    nothing = reads_at + size.reads
    counts = np.diff(offsets)
    some = counts > 0
    first = np.full(len(counts), nothing)
    first[some] = rows[offsets[:-1][some]]
    total = sum(size.members) + 2 * pad
    return {
        "first_use": _shifted(first, total, pad, nothing),
        "use_count": _shifted(counts, total, pad, 0),
        "use_start": _shifted(offsets[:-1], total, pad, 0),
        "uses": _padded(rows, size.entries, nothing),
    }


def _padded(values: Any, length: int, fill: int = 0) -> Any:
    result = np.full((length, *np.shape(values)[1:]), fill, np.int32)
    result[: len(values)] = values
    return result


def _shifted(values: Any, length: int, by: int, fill: int) -> Any:
    result = np.full(length, fill, np.int32)
    result[by : by + len(values)] = values
    return result


def _shifted_rows(values: Any, length: int, by: int) -> Any:
    result = np.zeros((length, values.shape[1]), np.int32)
    result[by : by + len(values)] = values
    return result


def kind_table(cells: Mapping[str, Sequence[Kind]]) -> tuple[Kind, ...]:
    """All kinds of a network, in the order of its cells."""
    return tuple(kind for kinds in cells.values() for kind in kinds)
