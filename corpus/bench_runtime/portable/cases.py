"""Models and batches that all contestants get."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from hybridize_runtime.graph.graphs import InstanceGraph
from hybridize_runtime.graph.plan import Plan

from corpus.bench_runtime.data import random_trees

Weights = Mapping[str, Any]


@dataclass(frozen=True, eq=False)
class Batch:
    """One call.  `x`: rows, or ids of tokens, of the first example, then of the next.  `sizes`: rows of each."""

    x: Any
    sizes: Any
    graphs: Sequence[InstanceGraph] = ()


@dataclass(frozen=True, eq=False)
class Case:
    """A workload.

    Attributes:
        weights: arrays by the names of the model's variables.
        archive: the exported model.
        batches: what is called, by the number of examples.
        plans: of trees, the plans by depth of all batches, in their order; empty for other workloads.
        device: where contestants run, `cpu` or `cuda`.
    """

    name: str
    hidden: int
    weights: Weights
    archive: Path
    batches: Mapping[int, Sequence[Batch]]
    plans: Sequence[Plan] = ()
    device: str = "cpu"


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


Made = tuple[Weights, Callable[[int], Batch], Path]


def make_case(name: str, hidden: int, sizes: Sequence[int], folder: Path, shapes: int) -> Case:
    """Exports the model of a workload and draws `shapes` batches of each size."""
    makers = {"lstm": _lstm, "tree-lstm": _trees, "encoder": _encoder, "experts": _experts}
    weights, batch, path = makers[name](hidden, sizes, folder / f"{name}-{hidden}.hyb")
    batches = {size: [batch(size) for _ in range(shapes)] for size in sizes}
    return Case(name, hidden, weights, path, batches, _plans(batches) if name == "tree-lstm" else ())


def store(case: Case) -> None:
    """Writes a case beside its archive, for `stored` on a machine that may have no TensorFlow.  Of rows only the shapes."""
    batches = {
        size: [replace(batch, x=batch.x.shape) if batch.x.dtype == np.float32 else batch for batch in several]
        for size, several in case.batches.items()
    }
    content = pickle.dumps(replace(case, archive=Path(case.archive.name), batches=batches))
    case.archive.with_suffix(".case").write_bytes(content)


def stored(name: str, hidden: int, folder: Path) -> Case:
    """A case that `store` wrote, with rows drawn anew; the folder has to be one's own, as a pickle is read."""
    case: Case = pickle.loads((folder / f"{name}-{hidden}.case").read_bytes())
    rng = np.random.default_rng(0)

    def filled(batch: Batch) -> Batch:
        return (
            replace(batch, x=rng.normal(size=batch.x).astype(np.float32))
            if isinstance(batch.x, tuple)
            else batch
        )

    batches = {size: [filled(batch) for batch in several] for size, several in case.batches.items()}
    return replace(case, archive=folder / case.archive, batches=batches)


def _plans(batches: Mapping[int, Sequence[Batch]]) -> list[Plan]:
    from hybridize_runtime.models import TreeFC

    network = TreeFC(1, 1).network
    return [network.plan(batch.graphs, "depth") for several in batches.values() for batch in several]


def _named(variables: Sequence[Any]) -> dict[str, Any]:
    return {variable.name.split(":")[0]: variable.numpy() for variable in variables}


def _lstm(hidden: int, sizes: Sequence[int], path: Path) -> Made:
    from hybridize_runtime.models import VariableLSTM
    from hybridize_runtime.models.sequences import chain
    from hybridize_runtime.portable import Rule, export

    rng, model = np.random.default_rng(0), VariableLSTM(hidden, hidden)
    export(model, [chain(n) for n in range(5, 61)], path, rule=Rule(ratio=1.1, most=48, batches=tuple(sizes)))

    def batch(size: int) -> Batch:
        lengths = rng.integers(5, 61, size)
        x = rng.normal(size=(int(lengths.sum()), hidden)).astype(np.float32)
        return Batch(x, lengths, [chain(int(n)) for n in lengths])

    return _named(model.trainable_variables), batch, path


def _trees(hidden: int, sizes: Sequence[int], path: Path) -> Made:
    from hybridize_runtime.models import ChildSumTreeLSTM
    from hybridize_runtime.models.trees import graphs_of
    from hybridize_runtime.portable import Rule, export

    rng, model = np.random.default_rng(0), ChildSumTreeLSTM(hidden, hidden)
    graphs = graphs_of(random_trees(400, rng))
    export(model, graphs, path, rule=Rule(ratio=1.15, most=48, batches=tuple(sizes)))

    def batch(size: int) -> Batch:
        chosen = [graphs[i] for i in rng.integers(0, len(graphs), size)]
        rows = np.array([graph.rows["x"] for graph in chosen])
        return Batch(rng.normal(size=(int(rows.sum()), hidden)).astype(np.float32), rows, chosen)

    return _named(model.trainable_variables), batch, path


def _encoder(hidden: int, _sizes: Sequence[int], path: Path) -> Made:
    from hybridize_runtime.models import Encoder
    from hybridize_runtime.portable import SequenceRule, export_encoder

    rng = np.random.default_rng(0)
    model = Encoder(1000, 64, hidden, hidden // 64, 4 * hidden, 4)
    export_encoder(model, path, SequenceRule(most=60))

    def batch(size: int) -> Batch:
        lengths = rng.integers(5, 61, size)
        return Batch(rng.integers(0, 1000, int(lengths.sum())).astype(np.int32), lengths)

    weights = {"tokens": model.tokens.numpy(), "places": model.places.numpy()}
    for i, layer in enumerate(model.layers):
        weights |= {f"{i}.{name}": value for name, value in _named(layer.trainable_variables).items()}
    return weights, batch, path


def _experts(hidden: int, sizes: Sequence[int], path: Path) -> Made:
    """Rows of sequences, each through one of ten experts."""
    from hybridize_runtime.models import MixtureOfExperts
    from hybridize_runtime.portable import export_experts

    rng, model = np.random.default_rng(0), MixtureOfExperts(10, hidden, hidden)
    export_experts(model, path, rows=(8, 60 * max(sizes)))

    def batch(size: int) -> Batch:
        lengths = rng.integers(5, 61, size)
        return Batch(rng.normal(size=(int(lengths.sum()), hidden)).astype(np.float32), lengths)

    return _named([model.gate, model.w_in, model.w_out]), batch, path


def padded_rows(batch: Batch) -> Any:
    """All rows, with zeros up to the next size; sizes are at most an eighth apart."""
    count = len(batch.x)
    multiple = max(8, _power(count) // 16)
    rows = np.zeros((-(-count // multiple) * multiple, *batch.x.shape[1:]), batch.x.dtype)
    rows[:count] = batch.x
    return rows


def padded(batch: Batch, multiple: int) -> tuple[Any, Any]:
    """Rows as [examples, steps, ...], steps a multiple; and lengths, int32."""
    most = -(-int(batch.sizes.max()) // multiple) * multiple
    rows = np.zeros((len(batch.sizes), most, *batch.x.shape[1:]), batch.x.dtype)
    rows[np.arange(most) < batch.sizes[:, None]] = batch.x
    return rows, batch.sizes.astype(np.int32)


@dataclass(frozen=True)
class Levels:
    """Trees, level by level: rows of leaves, children of every level [levels][vertices, 2], rows of roots."""

    leaves: Any
    children: Sequence[Any]
    roots: Any


def levels(batch: Batch, plan: Any) -> Levels:
    """The levels of a plan by depth; what `plan` is called with is part of a call, as in every contestant."""
    made = plan(batch.graphs)
    ends = np.cumsum(made.steps[1:, 1])
    children = np.split(made.child_positions[1], ends[:-1]) if len(ends) else []
    return Levels(batch.x[made.pulled_rows(0, "x")], children, made.position[made.forest.reads])


def padded_levels(found: Levels) -> tuple[Any, Any, Any, Any]:
    """Leaves, children and roots with padding: numbers of leaves, levels and vertices of a level are powers of two."""
    leaves, width = _power(len(found.leaves)), _power(max(map(len, found.children), default=1))
    depth = _power(max(len(found.children), 1))
    x = np.zeros((leaves, found.leaves.shape[1]), np.float32)
    x[: len(found.leaves)] = found.leaves
    rows = [leaves + i * width + np.arange(len(level)) for i, level in enumerate(found.children)]
    shift = np.concatenate([np.arange(len(found.leaves)), *rows])  # where positions are, with padding
    children = np.zeros((depth, width, 2), np.int32)
    for i, level in enumerate(found.children):
        children[i, : len(level)] = shift[level]
    return x, children, np.int32(len(found.children)), shift[found.roots].astype(np.int32)


def _power(n: int) -> int:
    return 1 << max(n - 1, 0).bit_length()
