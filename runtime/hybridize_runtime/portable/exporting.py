"""Export of networks of cells: one archive with modules for every bucket, forward and training."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import tensorflow as tf

from hybridize_runtime.compile.cells import rows_of
from hybridize_runtime.errors import CellError, GraphError
from hybridize_runtime.execute.network import Network
from hybridize_runtime.graph.batches import pushers
from hybridize_runtime.graph.graphs import InstanceGraph
from hybridize_runtime.graph.plan import Plan
from hybridize_runtime.portable.buckets import Rule, Sample, batches_of, cover
from hybridize_runtime.portable.lowering import Lowered
from hybridize_runtime.portable.networks import (
    Loss,
    Objective,
    lower_descent,
    lower_forward,
    lower_training,
    row_spec,
)
from hybridize_runtime.portable.programs import forward_program, training_programs
from hybridize_runtime.portable.weights import Weights
from hybridize_runtime.portable.writing import spec_json, write_archive
from hybridize_runtime.vm.manifest import Arity, Bucket, Cut, NetworkSpec, Traced
from hybridize_runtime.vm.schedule import exact_extent, tiled


def export(
    model: Any,
    example_graphs: Sequence[InstanceGraph],
    path: str | Path,
    *,
    loss: Loss | None = None,
    targets: Mapping[str, Any] | None = None,
    rule: Rule | None = None,
    name: str | None = None,
) -> None:
    """Writes a model (a `Network`, or an object with a `network`) as an archive for `hybridize_runtime.vm`.

    `example_graphs` tell which sizes to compile for (`rule`, docs/portable.md).  With `loss`, the archive can also
    compute gradients and train: `loss(state, targets)` gets the states that were read, [reads, ...] by component, and
    rows of `targets` (declared as inputs are: a width, a shape or a `Rows`), and yields one number per row; the loss of
    a batch is their sum.  Raises CellError where something has no StableHLO form, GraphError without examples.
    """
    network = model if isinstance(model, Network) else getattr(model, "network", None)
    if not isinstance(network, Network):
        raise CellError(
            f"`export` takes a network, or a model that has one; `{type(model).__name__}` has none"
        )
    _check_portable(network)
    if not example_graphs:
        raise GraphError("`export` needs example graphs: they tell which sizes to compile for")
    spec = network_spec(network, example_graphs, rule or Rule())
    weights = Weights()
    forward = _modules(spec, lambda bucket, tile: lower_forward(network, bucket, tile))
    kernels = {"forward": forward}
    pushed = [*pushers([cut.trace for cut in spec.cuts])]
    inputs = [*network.inputs]
    programs = {"forward": forward_program([*network.state], pushed, inputs, weights.arguments(forward))}
    if loss is not None:
        objective = Objective(loss, {n: rows_of(s, tf.float32) for n, s in (targets or {}).items()})
        made = _modules(spec, lambda bucket, tile: lower_training(network, bucket, tile, objective))
        names = weights.arguments(made)
        trained = {name: variable for name in names if (variable := weights.trained.get(name)) is not None}
        kernels |= {"training": made, "descend": {"": lower_descent(trained)}}
        programs |= training_programs(inputs, [*objective.targets], names, [*trained])
    rest = {
        "inputs": {n: spec_json(row_spec(rows)) for n, rows in network.inputs.items()},
        "network": _network_json(spec),
        "dimensions": {},
        "programs": programs,
    }
    write_archive(path, name or type(model).__name__, weights.arrays(), kernels, rest)


def _check_portable(network: Network) -> None:
    """Raises CellError for what archives have no place for."""
    for name, rows in network.inputs.items():
        if rows.edges:
            raise CellError(
                f"the input `{name}` belongs to edges, which archives do not have; pull its rows in cells of their own "
                "between a child and its parent"
            )
    for program in network.programs:
        if program.trace.seeds:
            raise CellError(
                f"cell `{program.trace.kind.cell}` draws random numbers, and archives compute the same for the same inputs; "
                "let it do so in training only (`if v.training`, or a layer of Keras without `training=True`)"
            )


def network_spec(network: Network, graphs: Sequence[InstanceGraph], rule: Rule) -> NetworkSpec:
    """What the host has to know of a network, with buckets for batches of these graphs."""
    cuts = tuple(
        Cut(Traced(dict.fromkeys(p.trace.pulls), dict.fromkeys(p.trace.pushes)), p.source)
        for p in network.programs
    )

    def sample(chosen: Sequence[int]) -> Sample:
        batch = [graphs[i] for i in chosen]
        plan, tile = tiled(network.plan(batch), rule.tiles, cuts, rule.overhead, fill=True)
        rows = {n: _rows_of_input(plan, batch, n, spec.shared) for n, spec in network.inputs.items()}
        return Sample(exact_extent(plan), rows, tile)

    samples = [sample(chosen) for chosen in batches_of(len(graphs), [*map(len, graphs)], rule)]
    cells = {name: Arity(cell.arity) for name, cell in network.cells.items()}
    buckets = cover(samples, rule)
    return NetworkSpec(network.kinds, cuts, cells, network.policy, rule.overhead, buckets)


def _rows_of_input(plan: Plan, graphs: Sequence[InstanceGraph], name: str, shared: bool) -> int:
    read = int(plan.forest.pulls[name].max(initial=-1)) + 1
    return read if shared else max(read, sum(graph.rows.get(name, 0) for graph in graphs))


def _modules(spec: NetworkSpec, make: Callable[[Bucket, int], Lowered]) -> dict[str, Lowered]:
    """A module for each tile of each bucket."""
    return {
        f"{tile},{i}": make(bucket, tile) for i, bucket in enumerate(spec.buckets) for tile in bucket.tiles
    }


def _network_json(spec: NetworkSpec) -> dict[str, Any]:
    kinds = [
        {
            "cell": kind.cell, "slots": kind.slots, "padded": kind.padded, "source": cut.source,
            "pulls": [*cut.trace.pulls], "pushes": [*cut.trace.pushes],
        }
        for kind, cut in zip(spec.kinds, spec.cuts, strict=True)
    ]  # fmt: skip
    buckets = [
        {
            "members": list(b.extent.members), "reads": b.extent.reads, "entries": b.extent.entries,
            "rows": dict(b.rows), "tiles": list(b.tiles),
        }
        for b in spec.buckets
    ]  # fmt: skip
    cells = {name: list(cell.arity) for name, cell in spec.cells.items()}
    return {
        "kinds": kinds,
        "cells": cells,
        "policy": spec.policy,
        "overhead": spec.overhead,
        "buckets": buckets,
    }
