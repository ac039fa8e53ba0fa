"""Shape functions of networks, on the host: from graphs to a bucket, a tile, and one vector of integers.

The vector holds, one after the other, the arrays that `layout` lists; modules cut it with the same list.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from hybridize_runtime.errors import GraphError
from hybridize_runtime.graph.batches import batch_arrays, kinds_of, pushers
from hybridize_runtime.graph.filling import tile_filling
from hybridize_runtime.graph.graphs import InstanceGraph, Ints, ranges
from hybridize_runtime.graph.plan import Extent, Plan, extent, make_plan
from hybridize_runtime.graph.planning import plan_of
from hybridize_runtime.vm.manifest import Bucket, NetworkSpec, Spec

Layout = list[tuple[str, tuple[int, ...]]]


@dataclass(frozen=True)
class Planned:
    """A batch, planned.  `dimensions`: numbers that instructions use; `vector`: int32, for the modules."""

    dimensions: Mapping[str, int]
    vector: Ints


@dataclass(eq=False)
class Batch:
    """Graphs with their plan, the number of the bucket, and its best tile.  `filled`: whether groups that fill tiles were
    tried.  `made`: by whether gradients are computed, on the device."""

    graphs: tuple[InstanceGraph, ...]
    plan: Plan
    number: int | None
    tile: int = 0
    filled: bool = True
    made: dict[bool, tuple[Mapping[str, int], Any]] = field(default_factory=dict)


def pad_of(tile: int) -> int:
    """Rows before and after a buffer, onto which a tile may reach."""
    return max(tile - 1, 1)


def cut_into_tiles(plan: Plan, tile: int) -> Plan:
    """The plan with one step per tile; `steps` has the columns of `Plan.steps`."""
    kind, size, position, row, edge = plan.steps.T
    counts = -(-size // tile)
    if int(counts.max(initial=1)) == 1:
        return plan
    at = np.repeat(np.arange(len(size)), counts)
    before = ranges(np.zeros_like(counts), counts) * tile
    slots = np.array([k.slots for k in plan.kinds])
    columns = (
        kind[at],
        np.minimum(size[at] - before, tile),
        position[at] + before,
        row[at] + before,
        edge[at] + before * slots[kind[at]],
    )
    return replace(plan, steps=np.stack(columns, axis=1).astype(np.int32))


def cost(plan: Plan, tile: int, cuts: Sequence[Any], overhead: float) -> float:
    """Rows that the tiles of a plan compute, and `overhead` for each of them."""
    looped = np.array([not cut.source for cut in cuts])
    sizes = plan.steps[looped[plan.steps[:, 0]], 1]
    return float(np.sum(-(-sizes // tile)) * (tile + overhead))


def plan_batch(
    spec: NetworkSpec, graphs: Sequence[InstanceGraph], inputs: Mapping[str, Spec], table: Mapping[str, Ints]
) -> Plan:
    """The batching plan.  Raises GraphError for graphs that the cells do not take.  `table`: see `batches.kind_table`."""
    shared = {name: rows.shared for name, rows in inputs.items()}
    return plan_of(graphs, lambda given: kinds_of(given, table), spec.kinds, shared, spec.policy)


def bucket_of(spec: NetworkSpec, plan: Plan, rows: Mapping[str, int], entries: int) -> int | None:
    """The number of the smallest bucket that a plan fits; None where it is too large for all."""
    size = replace(extent_of(plan, entries), steps=0)
    for i, bucket in enumerate(spec.buckets):
        if size.fits(bucket.extent) and all(n <= bucket.rows[name] for name, n in rows.items()):
            return i
    return None


def extent_of(plan: Plan, entries: int) -> Extent:
    """Sizes of a plan, without counting who reads what."""
    return Extent(tuple(map(len, plan.members)), len(plan.steps), len(plan.forest.reads), entries)


def best_tile(plan: Plan, tiles: Sequence[int], cuts: Sequence[Any], overhead: float) -> int:
    """The tile with the least cost; of equal ones the first."""
    return min(tiles, key=lambda tile: cost(plan, tile, cuts, overhead))


def tiled(
    plan: Plan, tiles: Sequence[int], cuts: Sequence[Any], overhead: float, fill: bool
) -> tuple[Plan, int]:
    """The plan and the tile of least cost: the plan as it is or, with `fill`, with groups that fill tiles."""
    found = [(plan, best_tile(plan, tiles, cuts, overhead))]
    if fill and len(plan.kinds) - len(plan.forest.sources) == 1:
        found += [(_filled(plan, tile), tile) for tile in tiles if tile > 1]
    return min(found, key=lambda pair: cost(pair[0], pair[1], cuts, overhead))


def _filled(plan: Plan, tile: int) -> Plan:
    return make_plan(plan.forest, plan.kinds, tile_filling(plan.forest, tile), plan.policy)


def planned(spec: NetworkSpec, batch: Batch, gradients: bool) -> Planned:
    """The plan of a batch, which fits a bucket, for the modules of that bucket."""
    assert batch.number is not None
    plan, number, tile, bucket = batch.plan, batch.number, batch.tile, spec.buckets[batch.number]
    vector = pack(cut_into_tiles(plan, tile), spec.cuts, bucket, tile, gradients)
    counts = {
        f"pushes.{name}": sum(len(plan.members[k]) for k in kinds)
        for name, kinds in pushers([cut.trace for cut in spec.cuts]).items()
    }
    dimensions = {
        "tile": tile, "bucket": number, "reads": len(plan.forest.reads), "reads.padded": bucket.extent.reads, **counts,
        **{f"rows.{name}": rows for name, rows in bucket.rows.items()},
    }  # fmt: skip
    return Planned(dimensions, vector)


def pack(plan: Plan, cuts: Sequence[Any], bucket: Bucket, tile: int, gradients: bool) -> Ints:
    """All arrays of a plan in one vector."""
    arrays = batch_arrays(plan, cuts, bucket.extent, pad_of(tile), gradients)
    return np.concatenate([np.ravel(arrays[name]) for name in sorted(arrays)], dtype=np.int32)


def layout(arrays: Mapping[str, Any]) -> Layout:
    """Name and shape of the arrays in a vector, in their order."""
    return [(name, np.shape(arrays[name])) for name in sorted(arrays)]


def exact_extent(plan: Plan) -> Extent:
    """Sizes of a plan with one step per vertex at most, for buckets."""
    found = extent(plan)
    return replace(found, steps=sum(found.members))


def rows_needed(plan: Plan, inputs: Mapping[str, Any], declared: Mapping[str, Spec]) -> dict[str, int]:
    """How many rows of each input a plan is about: of what graphs share, up to the last one that is pulled."""
    return {
        name: int(plan.forest.pulls[name].max(initial=-1)) + 1 if declared[name].shared else len(rows)
        for name, rows in inputs.items()
    }


def too_large(spec: NetworkSpec, plan: Plan, rows: Mapping[str, int]) -> GraphError:
    """The error for one graph that no bucket holds.  `rows`: those of `rows_needed`."""
    most = [max(sizes) for sizes in zip(*(bucket.extent.members for bucket in spec.buckets), strict=True)]
    over = [
        f"{len(mine)} vertices of `{kind.cell}` with {kind.slots} children, where it has room for {room}"
        for kind, mine, room in zip(plan.kinds, plan.members, most, strict=True)
        if len(mine) > room
    ]
    for name, needed in rows.items():
        room = max(bucket.rows[name] for bucket in spec.buckets)
        if needed > room:
            over.append(f"{needed} rows of `{name}`, where it has room for {room}")
    what = "; ".join(over) or f"{len(plan.forest)} vertices, which read each other more often"
    return GraphError(
        f"a graph is larger than the archive was exported for: {what}; export it with an example that is at least as large"
    )
