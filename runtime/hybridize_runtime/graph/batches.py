"""From instance graphs to the integer arrays that executors read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

import numpy as np

from hybridize_runtime.errors import GraphError, InputError, listing, vertex_text
from hybridize_runtime.graph.blocks import block_of
from hybridize_runtime.graph.graphs import InstanceGraph, Ints, stable_order
from hybridize_runtime.graph.plan import Extent, Kind, Plan, arrays

Arrays = dict[str, Any]


class Named(Protocol):
    """What a cell pulls and pushes, by name."""

    @property
    def pulls(self) -> Mapping[str, Any]: ...
    @property
    def pushes(self) -> Mapping[str, Any]: ...


class Cut(Protocol):
    """What arrays depend on of a traced and cut cell: a `Program`, or what an archive tells of one."""

    @property
    def trace(self) -> Named: ...
    @property
    def source(self) -> bool: ...


class Declared(Protocol):
    """What a row of an input is."""

    @property
    def shape(self) -> tuple[int, ...]: ...


class WithArity(Protocol):
    """A cell, as far as graphs are checked against it."""

    @property
    def arity(self) -> tuple[int, int]: ...


def kind_table(cells: Mapping[str, WithArity], kinds: Sequence[Kind]) -> dict[str, Ints]:
    """For each cell the kind of a vertex by its number of children; -1 where the cell takes no such number."""
    table = {}
    for name, cell in cells.items():
        mine = [(kind.slots, k) for k, kind in enumerate(kinds) if kind.cell == name]
        least, most = cell.arity
        column = np.full(most + 1, -1, np.int32)
        for arity in range(least, most + 1):
            column[arity] = min(pair for pair in mine if pair[0] >= arity)[1]
        table[name] = column
    return table


def kinds_of(graphs: Sequence[InstanceGraph], table: Mapping[str, Ints]) -> Ints:
    """The kind of every vertex, graph after graph.  Raises GraphError for unknown cells and wrong numbers of children."""
    block = block_of(graphs)
    names = graphs[0].names if block is None else block.names
    if block is None and any(graph.names != names for graph in graphs):
        return np.concatenate([kinds_of([graph], table) for graph in graphs])
    columns = [table.get(name, ()) for name in names]
    width = max(map(len, columns)) + 1  # and a column for more children than any cell takes
    kind = np.full((len(names), width), -1, np.int32)
    for row, column in zip(kind, columns, strict=True):
        row[: len(column)] = column
    arity = np.concatenate([graph.arity for graph in graphs]) if block is None else block.arity
    codes = np.concatenate([graph.codes for graph in graphs]) if block is None else block.codes
    result: Ints = kind[codes, np.minimum(arity, width - 1)]
    if len(bad := np.flatnonzero(result < 0)):
        raise GraphError(_no_kind_text(graphs, int(bad[0]), table))
    return result


def _no_kind_text(graphs: Sequence[InstanceGraph], number: int, table: Mapping[str, Ints]) -> str:
    """Why a vertex, by its number among those of all graphs, is of no kind."""
    ends = np.cumsum([len(graph) for graph in graphs])
    at = int(np.searchsorted(ends, number, side="right"))
    vertex, graph = number - int(ends[at]) + len(graphs[at]), graphs[at]
    cell, arity = graph.cells[vertex], int(graph.arity[vertex])
    if cell not in table:
        return f"{vertex_text(vertex, cell)}: the network has no such cell; it has {listing(table)}"
    least, most = int(np.flatnonzero(table[cell] >= 0)[0]), len(table[cell]) - 1
    takes = f"{least}" if least == most else f"{least} to {most}"
    return f"{vertex_text(vertex, cell)} has {arity} children, and the cell takes {takes}; fix the graph or the cell's arity"


def check_pulls(plan: Plan, traces: Sequence[Named]) -> None:
    """Raises GraphError where a vertex has no row of an input that its cell pulls."""
    for k, trace in enumerate(traces):
        for name in trace.pulls:
            rows = plan.pulled_rows(k, name)
            if len(bad := np.argwhere(rows < 0)):
                vertex = int(plan.members[k][bad[0][0]])
                instance = int(np.searchsorted(plan.forest.starts, vertex, side="right")) - 1
                where = vertex_text(vertex - int(plan.forest.starts[instance]), plan.kinds[k].cell, instance)
                raise GraphError(
                    f"{where} pulls `{name}` but has no row of it; set `{_field(plan, name)}[{name!r}]` for it"
                )


def _field(plan: Plan, name: str) -> str:
    return "edge_pulls" if name in plan.forest.edge_pulls else "pulls"


def batch_arrays(
    plan: Plan, programs: Sequence[Cut], size: Extent, pad: int, gradients: bool = True
) -> Arrays:
    """All that one call needs besides the external inputs, as int32 arrays of the given extent."""
    traces = [program.trace for program in programs]
    check_pulls(plan, traces)
    before = np.array([program.source for program in programs])
    result = arrays(plan, size, pad, gradients)
    # A source that stands behind a group of the loop is a step without work.
    result["first"] = np.int32(np.cumprod(before[plan.steps[:, 0]]).sum())
    for k, program in enumerate(programs):
        margin = margin_of(program, pad)
        for name in program.trace.pulls:
            mine = plan.pulled_rows(k, name)
            rows = np.empty((size.members[k] + 2 * margin, *mine.shape[1:]), np.int32)
            rows[:] = mine[0] if len(mine) else 0
            rows[margin : margin + len(mine)] = mine
            result[f"pull/{k}/{name}"] = rows
    for name, pushing in pushers(traces).items():
        result[f"push/{name}"], result[f"push_count/{name}"] = _push_rows(plan, programs, pushing, size, pad)
    return result


def margin_of(program: Cut, pad: int) -> int:
    """Rows before and after those of a kind: those in the loop have room for tiles."""
    return 0 if program.source else pad


def pushers(traces: Sequence[Named]) -> dict[str, list[int]]:
    """For each pushed name the kinds that push it."""
    names = dict.fromkeys(name for trace in traces for name in trace.pushes)
    return {name: [k for k, trace in enumerate(traces) if name in trace.pushes] for name in names}


def _push_rows(
    plan: Plan, programs: Sequence[Cut], pushing: list[int], size: Extent, pad: int
) -> tuple[Ints, Any]:
    """Where the pushed rows of vertices, in their original order, are among the rows of all pushing kinds."""
    vertices, places, before = [], [], 0
    for k in pushing:
        margin = margin_of(programs[k], pad)
        vertices.append(plan.members[k])
        places.append(before + margin + np.arange(len(plan.members[k])))
        before += size.members[k] + 2 * margin
    order = stable_order(np.concatenate(vertices))
    rows = np.zeros(sum(size.members[k] for k in pushing), np.int32)
    rows[: len(order)] = np.concatenate(places)[order]
    return rows, np.int32(len(order))


def own_rows(plan: Plan, name: str) -> int | None:
    """How many rows of an input the instances of a batch have together; None where more would do no harm.

    Of one instance, rows that it does not pull can only stand behind all others.
    """
    return plan.forest.rows.get(name) if len(plan.forest.starts) > 2 else None


ANY = -1  # of an input that may have any number of rows


def wanted_rows(plan: Plan, names: Iterable[str]) -> Ints:
    """For each input how many rows the instances have together, or `ANY`, and how many are needed at least: [2, inputs]."""
    pulled = {**plan.forest.pulls, **plan.forest.edge_pulls}
    found = [(own_rows(plan, name), int(pulled[name].max(initial=-1)) + 1) for name in names]
    return np.array([(ANY if own is None else own, least) for own, least in found], np.int32).reshape(-1, 2).T


def rows_text(name: str, own: Any, given: Any) -> str:
    """Why another number of rows than the instances have is refused."""
    return (
        f"the input `{name}` has {given} rows, and the graphs of the batch have {own} together (each one more than the "
        f"largest row that it pulls); where an example has rows that it does not pull, say how many: `rows={{{name!r}: …}}`"
    )


def check_inputs(plan: Plan, inputs: Mapping[str, Any], declared: Mapping[str, Declared]) -> None:
    """Raises InputError where inputs are missing, or have other numbers of rows or other shapes than declared."""
    check_declared(inputs, declared)
    for name in declared:
        pulled = plan.forest.edge_pulls[name] if name in plan.forest.edge_pulls else plan.forest.pulls[name]
        given, needed = inputs[name].shape, int(pulled.max(initial=-1)) + 1
        if given[0] is not None and given[0] < needed:
            raise InputError(
                f"the input `{name}` has {given[0]} rows and the graphs pull row {needed - 1}; give all rows"
            )
        own = own_rows(plan, name)
        if own is not None and given[0] is not None and given[0] != own:
            raise InputError(rows_text(name, own, given[0]))


def check_declared(inputs: Mapping[str, Any], declared: Mapping[str, Declared]) -> None:
    """Raises InputError where inputs are missing, or have other shapes than declared."""
    for name, rows in declared.items():
        if name not in inputs:
            raise InputError(f"the input `{name}` is missing; the network pulls {listing(declared)}")
        if tuple(inputs[name].shape[1:]) != tuple(rows.shape):
            given, want = tuple(inputs[name].shape[1:]), tuple(rows.shape)
            raise InputError(f"the input `{name}` has rows of shape {given}, declared is {want}")
