"""Recorded calls as vertices: a call with n rows is n vertices; known rows that are read as results are vertices, too.

Everything is done for all calls of a cell at once, with arrays.  Vertices of one call, or of known rows, are an *entry*.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import tensorflow as tf

from hybridize_runtime.compile.cells import Rows
from hybridize_runtime.execute.network import Network
from hybridize_runtime.graph.graphs import Ints, heights_of, ranges
from hybridize_runtime.graph.schedule import Forest
from hybridize_runtime.record.call_arrays import CallArrays, Column
from hybridize_runtime.record.variants import Made, Reads, Variant, leaf_cell


@dataclass(eq=False)
class Input:
    """Rows of one external input; a tensor that several calls read is there once."""

    tensors: list[Any] = field(default_factory=list)
    starts: dict[int, int] = field(default_factory=dict)
    size: int = 0
    parts: list[tuple[Ints, Ints]] = field(default_factory=list)  # entries, and the first row that each reads

    def add(self, column: Column, entries: Ints) -> None:
        """Rows that these entries read."""
        shifts = []
        for tensor in column.tensors:
            if id(tensor) not in self.starts:
                self.starts[id(tensor)] = self.size
                self.tensors.append(tensor)
                self.size += int(tensor.shape[0])
            shifts.append(self.starts[id(tensor)])
        self.parts.append((entries, column.starts + np.array(shifts)[column.which]))

    def joined(self) -> Any:
        """All rows that are read."""
        if all(isinstance(tensor, np.ndarray) for tensor in self.tensors):
            return tf.constant(np.concatenate(self.tensors))
        return tf.concat(self.tensors, 0) if len(self.tensors) > 1 else tf.convert_to_tensor(self.tensors[0])


@dataclass(eq=False)
class Batch:
    """Entries: the calls, in their order, and after them known rows.

    `kinds`: which of the names of `cells` an entry runs.  `sizes`: its number of vertices.  `arity`, `children`: the
    entries that it depends on.
    """

    cells: dict[str, Made] = field(default_factory=dict)
    kinds: list[Ints] = field(default_factory=list)
    sizes: list[Ints] = field(default_factory=list)
    arity: Ints = field(default_factory=lambda: np.zeros(0, np.int64))
    children: Ints = field(default_factory=lambda: np.zeros(0, np.int64))
    inputs: dict[str, Input] = field(default_factory=dict)

    def kind(self, made: Made) -> int:
        """The number of a cell."""
        self.cells[made.cell.name] = made
        return list(self.cells).index(made.cell.name)

    def pull(self, name: str, column: Column, entries: Ints) -> None:
        """Rows that entries read."""
        self.inputs.setdefault(name, Input()).add(column, entries)

    def rows_of(self, inputs: Mapping[str, Rows]) -> dict[str, Any]:
        """The rows of the inputs of a network; one row of zeros for those that are not read, since padding reads row 0."""
        found = {name: rows.joined() for name, rows in self.inputs.items()}
        for name, rows in inputs.items():
            if name not in found:
                found[name] = tf.zeros([1, *rows.shape], rows.dtype)
        return found

    def structure(self, network: Network, read: Ints) -> Structure:
        """The entries as the vertices of one instance; `read`: calls whose results are wanted."""
        sizes = np.concatenate(self.sizes)
        starts = np.cumsum(sizes) - sizes
        number = {kind.cell: i for i, kind in enumerate(network.kinds)}
        kinds = np.array([number[name] for name in self.cells], np.int32)[np.concatenate(self.kinds)]
        vertices = np.repeat(np.arange(len(sizes)), sizes)
        row = ranges(np.zeros(len(sizes)), sizes)
        first = np.cumsum(self.arity) - self.arity
        arity = self.arity[vertices]
        of_entries = starts[self.children][ranges(first[vertices], arity)]
        pulls = {}
        for name in network.inputs:
            pulls[name] = np.full(len(vertices), -1, np.int32)
            for entries, begin in self.inputs[name].parts if name in self.inputs else ():
                mine = sizes[entries]
                pulls[name][ranges(starts[entries], mine)] = ranges(begin, mine)
        return Structure(
            network,
            kinds[vertices],
            arity,
            (of_entries + np.repeat(row, arity)).astype(np.int32),
            pulls,
            ranges(starts[read], sizes[read]).astype(np.int32),
        )


class Structure(NamedTuple):
    """What a plan is made of, by vertex, but for what follows from it."""

    network: Network
    kinds: Ints
    arity: Ints
    children: Ints
    pulls: Mapping[str, Ints]
    reads: Ints

    @property
    def key(self) -> Hashable:
        """Equal for equal structures."""
        given = (self.kinds, self.arity.astype(np.int32), self.children, self.reads, *self.pulls.values())
        return tuple(array.tobytes() for array in given)

    def forest(self) -> Forest:
        """The same as one instance."""
        n = len(self.kinds)
        parents = np.repeat(np.arange(n), self.arity)
        return Forest(
            kinds=self.kinds,
            offsets=np.concatenate([[0], np.cumsum(self.arity)]).astype(np.int32),
            children=self.children,
            heights=heights_of(parents, self.children, n)[0],
            arity=self.arity.astype(np.int32),
            starts=np.array([0, n], np.int32),
            pulls=self.pulls,
            reads=self.reads,
            kind_count=len(self.network.kinds),
            sources=self.network.sources,
        )


class _Group(NamedTuple):
    """Calls of one variant: their places among the calls, their arguments, and the places of what these are results of."""

    variant: Variant
    calls: Ints
    given: Ints
    children: Ints


class _Leaves(NamedTuple):
    """Known rows in the places of children: of these calls, at this slot."""

    calls: Ints
    slot: int
    given: Ints
    dtypes: tuple[Any, ...]


def batch_of(recorded: CallArrays, calls: Ints) -> Batch:
    """Calls that depend on each other, as entries."""
    groups = list(_groups(recorded, calls))
    batch = Batch()
    kinds, arity = np.zeros(len(calls), np.int64), np.zeros(len(calls), np.int64)
    for group in groups:
        kinds[group.calls], arity[group.calls] = batch.kind(group.variant.made), len(group.variant.slots)
    first = np.cumsum(arity) - arity
    children = np.zeros(int(arity.sum()), np.int64)
    batch.kinds.append(kinds)
    batch.sizes.append(recorded.rows[calls])
    leaves: dict[tuple[str, ...], list[_Leaves]] = {}
    for group in groups:
        specs = recorded.signatures[recorded.codes[calls[group.calls[0]]]].rows
        for name, index in group.variant.pulls:
            batch.pull(name, recorded.column(group.given[:, index], specs[index].dtype), group.calls)
        for slot, (components, indices) in enumerate(group.variant.slots):
            child = group.children[:, indices[0]]
            children[first[group.calls] + slot] = child
            if len(known := np.flatnonzero(child < 0)):
                dtypes = tuple(specs[i].dtype for i in indices)
                given = group.given[known][:, list(indices)]
                leaves.setdefault(components, []).append(_Leaves(group.calls[known], slot, given, dtypes))
    for components, parts in leaves.items():
        entries = _add_leaves(recorded, batch, calls, components, parts)
        for part, mine in zip(parts, entries, strict=True):
            children[first[part.calls] + part.slot] = mine
    count = sum(map(len, batch.sizes))
    batch.arity = np.concatenate([arity, np.zeros(count - len(calls), np.int64)])
    batch.children = children
    return batch


def _add_leaves(
    recorded: CallArrays, batch: Batch, calls: Ints, components: tuple[str, ...], parts: Sequence[_Leaves]
) -> list[Ints]:
    """New entries for known rows, and for each part which of them its calls have; the same rows are there once."""
    given = _same_known(recorded, np.concatenate([part.given for part in parts]))
    owners = np.concatenate([part.calls for part in parts])
    distinct, some, inverse = np.unique(given, axis=0, return_index=True, return_inverse=True)
    before = sum(map(len, batch.sizes))
    entries = before + np.arange(len(distinct))
    made = leaf_cell(components)
    batch.kinds.append(np.full(len(distinct), batch.kind(made)))
    batch.sizes.append(recorded.rows[calls[owners[some]]])
    for i, name in enumerate(components):
        batch.pull(name, recorded.column(distinct[:, i], parts[0].dtypes[i]), entries)
    ends = np.cumsum([len(part.calls) for part in parts])[:-1]
    return np.split(before + inverse.reshape(-1), ends)


def _same_known(recorded: CallArrays, given: Ints) -> Ints:
    """Arguments that are the same object get the same number."""
    known = given < 0
    if not known.any():
        return given
    first: dict[int, int] = {}
    numbers = given[known].tolist()
    result = given.copy()
    result[known] = [first.setdefault(id(recorded.known[-1 - number]), number) for number in numbers]
    return result


def _groups(recorded: CallArrays, calls: Ints) -> Iterator[_Group]:
    """Calls by the variants of their cells, after all of these were found: a variant changes with what it covers."""
    place = np.full(len(recorded), -1)
    place[calls] = np.arange(len(calls))
    names, components = _components(recorded)
    found: dict[int, tuple[Variant, list[tuple[Ints, Ints, Ints]]]] = {}
    for code in np.unique(recorded.codes[calls]).tolist():
        mine = np.flatnonzero(recorded.codes[calls] == code)
        given = recorded.given(calls[mine])
        results = np.maximum(given, 0)
        children = np.where(given >= 0, place[recorded.owner[results]], -1)
        reads = np.where(children >= 0, components[results], -1)
        for rows in _patterns(children, reads):
            one = rows[0]
            variant = recorded.signatures[code].variants.find(_reads(names, children[one], reads[one]))
            found.setdefault(id(variant), (variant, []))[1].append((mine[rows], given[rows], children[rows]))
    for variant, parts in found.values():
        yield _Group(variant, *(np.concatenate(each) for each in zip(*parts, strict=True)))


def _components(recorded: CallArrays) -> tuple[list[str], Ints]:
    """Names of components of state, and which of them each result is."""
    numbers: dict[str, int] = {}
    of_codes = [
        [numbers.setdefault(name, len(numbers)) for name in signature.components]
        for signature in recorded.signatures
    ]
    table = np.full((len(of_codes), max(map(len, of_codes))), -1)
    for code, mine in enumerate(of_codes):
        table[code, : len(mine)] = mine
    index = np.arange(len(recorded.owner)) - recorded.first[recorded.owner]
    return list(numbers), table[recorded.codes[recorded.owner], index]


def _patterns(children: Ints, reads: Ints) -> Iterator[Ints]:
    """Calls whose arguments are the same components of as many children, in the order in which these appear first."""
    same = np.argmax(
        children[:, :, None] == children[:, None, :], axis=2
    )  # first argument from the same child
    patterns = np.concatenate([reads, np.where(children >= 0, same, -1)], axis=1)
    if (patterns == patterns[0]).all():
        yield np.arange(len(patterns))
        return
    _, some, inverse = np.unique(patterns, axis=0, return_index=True, return_inverse=True)
    for number in np.argsort(some).tolist():
        yield np.flatnonzero(inverse.reshape(-1) == number)


def _reads(names: Sequence[str], children: Ints, components: Ints) -> Reads:
    """For each argument which child it is a result of and its component there, or None where it is known.

    Results of one call are read from one child, unless one of them is given twice.
    """
    slots: list[int] = []
    reads: list[tuple[int, str] | None] = []
    for child, component in zip(children.tolist(), components.tolist(), strict=True):
        if child < 0:
            reads.append(None)
            continue
        slot = 0
        while slot < len(slots) and (slots[slot] != child or (slot, names[component]) in reads):
            slot += 1
        if slot == len(slots):
            slots.append(child)
        reads.append((slot, names[component]))
    return tuple(reads)
