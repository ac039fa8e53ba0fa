"""Executes recorded calls: as a forest of vertices, by the same plans and loops as instance graphs."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

import numpy as np
import tensorflow as tf

from hybridize_runtime.cells import Rows
from hybridize_runtime.futures import Link
from hybridize_runtime.graphs import Ints, ranges
from hybridize_runtime.grouped import keep, placed, run_grouped
from hybridize_runtime.network import Network
from hybridize_runtime.plan import Plan, make_plan
from hybridize_runtime.recording import Call, Recorder
from hybridize_runtime.schedule import POLICIES, Forest
from hybridize_runtime.stages import Stage, stages_of
from hybridize_runtime.variants import Made, leaf_cell

NETWORKS_KEPT = 16
PLANS_KEPT = 16  # per network
MOST_CELLS = 64  # of one network; above, networks are not merged
FEW = 16  # vertices up to which single calls cost no more than a batch (measured)
PATIENCE = 8  # batches of the same cells before a network of them is worth tracing and compiling
SETS_KEPT = 256  # of cells that were executed together


def execute_calls(recorder: Recorder, calls: Sequence[Call]) -> None:
    """Computes the results of pending calls, which are in the order in which they were made.

    Calls that no gradient tape saw are executed as if it were not there.
    """
    needed = _read_later(recorder, calls)
    for epoch, group in groupby(calls, key=lambda call: call.epoch):
        part, taped = list(group), recorder.taped[epoch]
        _execute(part, needed, recorder.executor, taped)
        if not taped:
            for call in part:
                assert call.values is not None
                call.values = list(map(tf.stop_gradient, call.values))
    for call in calls:
        call.arguments = []
        recorder.pending.pop(call.number, None)


def _read_later(recorder: Recorder, calls: Sequence[Call]) -> set[int]:
    """Numbers of the calls whose results somebody can ask for after this."""
    now = {call.number for call in calls}
    result = {call.number for call in calls if call.wanted}
    for number, call in recorder.pending.items():
        if number not in now:
            result |= {a.call.number for a in call.arguments if type(a) is Link and a.call.number in now}
    epochs = {call.number: call.epoch for call in calls}
    for call in calls:
        for argument in call.arguments:
            if type(argument) is Link and epochs.get(argument.call.number, call.epoch) != call.epoch:
                result.add(argument.call.number)
    return result


def _one_by_one(calls: Sequence[Call]) -> None:
    for call in calls:
        rows = [a.rows() if type(a) is Link else a for a in call.arguments]
        call.values = list(map(tf.convert_to_tensor, call.signature.alone(rows)))


def _execute(calls: Sequence[Call], needed: set[int], executor: str, taped: bool) -> None:
    """One call after the other, group by group, or by a network, which is worth its tracing when it is used often."""
    if executor == "eager" or (executor == "auto" and sum(call.rows for call in calls) <= FEW):
        _one_by_one(calls)
        return
    stages = stages_of(calls)
    later = needed | _used_later(stages)
    for stage in stages:
        plain = not stage.recursive or any(call.signature.single for call in stage.calls)
        if plain or executor == "groups":
            run_grouped(stage.calls)
            continue
        batch = _batch(stage.calls)
        if executor == "auto" and not _often(frozenset(batch.cells)):
            run_grouped(stage.calls)
            continue
        _by_network(batch, stage.calls, later, executor, taped)
    keep(calls, needed)


def _used_later(stages: Sequence[Stage]) -> set[int]:
    """Numbers of the calls whose results are read by calls of other stages."""
    of = {call.number: i for i, stage in enumerate(stages) for call in stage.calls}
    return {
        argument.call.number
        for i, stage in enumerate(stages)
        for call in stage.calls
        for argument in call.arguments
        if type(argument) is Link and of.get(argument.call.number, i) != i
    }


def _often(cells: frozenset[str]) -> bool:
    """Whether these cells were executed together often enough; the most recent sets are remembered."""
    _seen[cells] = _seen.pop(cells, 0) + 1
    while len(_seen) > SETS_KEPT:
        _seen.pop(next(iter(_seen)))
    return _seen[cells] > PATIENCE


_seen: dict[frozenset[str], int] = {}


def _by_network(batch: _Batch, calls: Sequence[Call], needed: set[int], executor: str, taped: bool) -> None:
    read = [call for call in calls if call.number in needed]
    family = _family(batch.cells)
    family.batches += 1
    plan = family.plan(batch, read)
    network = family.network
    inputs = {name: rows.joined() for name, rows in batch.inputs.items()}
    for name, rows in network.inputs.items():
        inputs.setdefault(name, tf.zeros([1, *rows.shape], rows.dtype))  # padding reads row 0
    outputs = network(plan, inputs, executor, training=None if taped else False)
    _distribute(read, outputs.state)


def _distribute(calls: Sequence[Call], state: Mapping[str, Any]) -> None:
    """Gives every call its place among the states that were read."""
    start = 0
    shared: dict[tuple[str, ...], list[Any]] = {}
    for call in calls:
        components = call.signature.components
        if components not in shared:
            shared[components] = [state[name] for name in components]
        call.place = (shared[components], start)
        start += call.rows


@dataclass(eq=False)
class _Input:
    """Rows of one external input; a tensor that several calls read is there once."""

    tensors: list[Any] = field(default_factory=list)
    starts: dict[int, int] = field(default_factory=dict)
    size: int = 0
    vertices: list[int] = field(default_factory=list)
    rows: list[int] = field(default_factory=list)

    def add(self, argument: Any, vertex: int, count: int) -> None:
        tensor, first = placed(argument)
        start = self.starts.get(id(tensor))
        if start is None:
            start = self.starts[id(tensor)] = self.size
            self.tensors.append(tensor)
            self.size += int(tensor.shape[0])
        start += first
        self.vertices.extend(range(vertex, vertex + count))
        self.rows.extend(range(start, start + count))

    def joined(self) -> Any:
        if all(isinstance(tensor, np.ndarray) for tensor in self.tensors):
            return tf.constant(np.concatenate(self.tensors))
        return tf.concat(self.tensors, 0) if len(self.tensors) > 1 else tf.convert_to_tensor(self.tensors[0])


@dataclass(eq=False)
class _Batch:
    """Calls as vertices: a call with n rows is n vertices.  By entry: a call, or known rows that are read as a result is."""

    cells: dict[str, Made] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    below: list[list[int]] = field(default_factory=list)  # first vertices of the entries it depends on
    heights: list[int] = field(default_factory=list)
    inputs: dict[str, _Input] = field(default_factory=dict)
    known: dict[Hashable, tuple[int, int]] = field(default_factory=dict)
    count: int = 0

    def add(self, made: Made, size: int, children: Sequence[tuple[int, int]]) -> tuple[int, int]:
        """A new entry; its first vertex and its height."""
        start = self.count
        height = 1 + max([h for _, h in children], default=-1)
        self.cells[made.cell.name] = made
        self.names.append(made.cell.name)
        self.sizes.append(size)
        self.below.append([first for first, _ in children])
        self.heights.append(height)
        self.count += size
        return start, height

    def pull(self, name: str, tensor: Any, start: int, size: int) -> None:
        """Rows that an entry reads."""
        rows = self.inputs.get(name)
        if rows is None:
            rows = self.inputs[name] = _Input()
        rows.add(tensor, start, size)

    def leaf(self, components: tuple[str, ...], tensors: Sequence[Any], size: int) -> tuple[int, int]:
        """Known rows as an entry; the same tensors are there once."""
        key = (components, *((id(tensor), first) for tensor, first in map(placed, tensors)))
        if key not in self.known:
            self.known[key] = self.add(leaf_cell(components), size, ())
            for name, tensor in zip(components, tensors, strict=True):
                self.pull(name, tensor, self.known[key][0], size)
        return self.known[key]


def _batch(calls: Sequence[Call]) -> _Batch:
    here = {call.number for call in calls}
    variants = [call.signature.variants.find(_reads(call.arguments, here)) for call in calls]
    batch = _Batch()
    places: dict[int, tuple[int, int]] = {}
    for call, variant in zip(calls, variants, strict=True):
        arguments = call.arguments
        children = []
        for components, indices in variant.slots:
            first = arguments[indices[0]]
            if type(first) is Link and first.call.number in here:
                children.append(places[first.call.number])
            else:
                children.append(batch.leaf(components, [arguments[i] for i in indices], call.rows))
        places[call.number] = batch.add(variant.made, call.rows, children)
        call.start = places[call.number][0]
        for name, index in variant.pulls:
            batch.pull(name, arguments[index], call.start, call.rows)
    return batch


def _reads(arguments: Sequence[Any], here: set[int]) -> tuple[tuple[int, str] | None, ...]:
    """For each argument which child it is a result of and its component there, or None where it is known.

    Results of one call are read from one child, unless one of them is given twice.
    """
    children: list[Call] = []
    reads: list[tuple[int, str] | None] = []
    for argument in arguments:
        if type(argument) is not Link or argument.call.number not in here:
            reads.append(None)
            continue
        component = argument.call.signature.components[argument.result]
        slot = 0
        while slot < len(children) and (children[slot] is not argument.call or (slot, component) in reads):
            slot += 1
        if slot == len(children):
            children.append(argument.call)
        reads.append((slot, component))
    return tuple(reads)


@dataclass(eq=False)
class _Family:
    """A network for cells that were executed together, and the plans of structures seen before."""

    cells: dict[str, Made]
    network: Network
    batches: int = 0
    plans: OrderedDict[Hashable, Plan] = field(default_factory=OrderedDict)

    def plan(self, batch: _Batch, read: Sequence[Call]) -> Plan:
        """The plan of a batch; `read`: the calls whose results are wanted."""
        forest = _forest(self.network, batch, read)
        given = (forest.kinds, forest.children, forest.reads, *forest.pulls.values())
        key = tuple(array.tobytes() for array in given)
        if key not in self.plans:
            policy = "depth" if len(self.network.kinds) - len(forest.sources) <= 1 else "kind"
            self.plans[key] = make_plan(forest, self.network.kinds, POLICIES[policy](forest), policy)
        self.plans.move_to_end(key)
        while len(self.plans) > PLANS_KEPT:
            self.plans.popitem(last=False)
        return self.plans[key]


_families: list[_Family] = []


def _family(cells: Mapping[str, Made]) -> _Family:
    """The network for these cells: one that has them, or a new one that takes over those which share a cell."""
    for family in reversed(_families):
        if family.cells.keys() >= cells.keys():
            _families.remove(family)
            _families.append(family)
            return family
    mine = {id(made.signature) for made in cells.values() if made.signature is not None}
    related = [f for f in _families if any(id(made.signature) in mine for made in f.cells.values())]
    before = {name: made for f in related for name, made in f.cells.items() if made.current}
    merged = {**before, **cells}
    if len(merged) > MOST_CELLS:
        merged, related = dict(cells), []
    for family in related:
        _families.remove(family)
    _families.append(_Family(merged, _network(merged)))
    del _families[:-NETWORKS_KEPT]
    return _families[-1]


def _network(cells: Mapping[str, Made]) -> Network:
    state: dict[str, Rows] = {}
    inputs: dict[str, Rows] = {}
    for made in cells.values():
        state.update(made.state)
        inputs.update(made.inputs)
    network = Network(
        [made.cell for made in cells.values()], dict(sorted(state.items())), dict(sorted(inputs.items()))
    )
    network.check()
    return network


def _forest(network: Network, batch: _Batch, read: Sequence[Call]) -> Forest:
    """The calls as the vertices of one instance."""
    sizes = np.array(batch.sizes, np.int32)
    number = {kind.cell: i for i, kind in enumerate(network.kinds)}
    kinds = np.repeat(np.array([number[name] for name in batch.names], np.int32), sizes)
    arity = np.repeat(np.array([len(below) for below in batch.below], np.int32), sizes)
    n = len(kinds)
    pulls = {}
    for name in network.inputs:
        rows = np.full(n, -1, np.int32)
        if name in batch.inputs:
            rows[batch.inputs[name].vertices] = batch.inputs[name].rows
        pulls[name] = rows
    return Forest(
        kinds=kinds,
        offsets=np.concatenate([[0], np.cumsum(arity)]).astype(np.int32),
        children=_children(batch, sizes),
        heights=np.repeat(np.array(batch.heights, np.int32), sizes),
        arity=arity,
        starts=np.array([0, n], np.int32),
        pulls=pulls,
        reads=ranges(np.array([call.start for call in read]), np.array([call.rows for call in read])).astype(
            np.int32
        ),
        kind_count=len(network.kinds),
        sources=network.sources,
    )


def _children(batch: _Batch, sizes: Ints) -> Ints:
    if (sizes == 1).all():
        return np.array([start for below in batch.below for start in below], np.int32)
    parts = [
        np.add.outer(np.arange(size), np.array(below, np.int64)).reshape(-1)
        for size, below in zip(batch.sizes, batch.below, strict=True)
    ]
    return np.concatenate(parts).astype(np.int32)
