"""A loaded archive: what users call."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from hybridize_runtime.errors import GraphError, InputError, listing
from hybridize_runtime.graph.batches import check_inputs, kind_table, kinds_of, pushers
from hybridize_runtime.graph.graphs import InstanceGraph
from hybridize_runtime.vm.archive import Limits, read_archive
from hybridize_runtime.vm.device import Device
from hybridize_runtime.vm.errors import ArchiveError
from hybridize_runtime.vm.instructions import Frame, check, run
from hybridize_runtime.vm.manifest import Manifest, NetworkSpec
from hybridize_runtime.vm.schedule import Batch, bucket_of, plan_batch, rows_needed, tiled, too_large
from hybridize_runtime.vm.store import Store

PLANS_KEPT = 256
FEW = 4  # rows of a step: threads that share them wait for each other longer than they work
FEW_KEYS = [str(tile) for tile in range(1, FEW + 1)]
Arrays = dict[str, Any]
Request = tuple[Sequence[InstanceGraph], Mapping[str, Any]]


def load(
    path: str | Path, device: str = "cpu", cache: str | Path | None = None, limits: Limits | None = None
) -> Model:
    """A model from an archive, on the first device of a platform (`cpu`, `cuda`).

    `cache`: a private folder for compiled kernels; by default one in the user's cache folder.
    Raises ArchiveError for files that are no sound archive, ValueError for a platform that is not there.
    """
    limits = limits or Limits()
    archive = read_archive(path, limits)
    for name, program in archive.manifest.programs.items():
        check(program, name)
    return Model(archive.manifest, Store(archive, Device(device, Path(cache) if cache else None), limits))


class Model:
    """A model on a device.  Runs are not thread-safe: threads use a `Service`."""

    def __init__(self, manifest: Manifest, store: Store) -> None:
        self.manifest, self.store = manifest, store
        self._alone: Store | None = None  # the same on one thread, for batches whose steps have few rows
        self._table = kind_table(manifest.network.cells, manifest.network.kinds) if manifest.network else {}
        self._batches: OrderedDict[tuple[Any, ...], Batch] = OrderedDict()

    @property
    def compilations(self) -> int:
        """How many kernels were compiled so far; those from disk do not count."""
        return sum(store.device.compilations for store in (self.store, self._alone) if store is not None)

    def warm_up(self) -> int:
        """Compiles all modules of the archive, or reads them from disk; how many there are."""
        pairs = [(name, key) for name, kernel in self.manifest.kernels.items() for key in kernel]
        for name, key in pairs:
            few = self.manifest.network and name == "forward" and key.partition(",")[0] in FEW_KEYS
            (self._single() if few else self.store).kernel(name, key)
        return len(pairs)

    def _single(self) -> Store:
        """A store on one thread of the CPU; of other devices, the only one."""
        if self.store.device.platform != "cpu":
            return self.store
        if self._alone is None:
            device = Device("cpu", self.store.device.cache, alone=True)
            self._alone = Store(self.store.archive, device, self.store.limits, self.weights())
        return self._alone

    def _store_of(self, program: str, batch: Batch) -> Store:
        """Where a batch runs."""
        return self._single() if program == "forward" and batch.tile <= FEW else self.store

    def weights(self) -> Arrays:
        """Copies of the weights."""
        return {name: np.array(self.store.device.get(value)) for name, value in self.store.weights.items()}

    def __call__(self, graphs: Sequence[InstanceGraph], inputs: Mapping[str, Any]) -> Arrays:
        """States of the vertices that are read, by component, and `pushed.NAME`: rows, instance after instance.

        `inputs`: NumPy arrays; of inputs that are not shared, the rows of the first graph come first.  A batch that is
        larger than the archive was exported for is run in parts.
        """
        return self._in_parts("forward", graphs, self._checked(inputs), {}, _joined)

    def gradients(
        self, graphs: Sequence[InstanceGraph], inputs: Mapping[str, Any], targets: Mapping[str, Any]
    ) -> tuple[float, Arrays]:
        """The loss of a batch and the gradient of every weight.  `targets`: rows, one for each vertex that is read."""
        found = self._in_parts("training", graphs, self._checked(inputs), dict(targets), _summed)
        return float(found.pop("loss")), found

    def step(
        self,
        graphs: Sequence[InstanceGraph],
        inputs: Mapping[str, Any],
        targets: Mapping[str, Any],
        rate: float,
    ) -> float:
        """One step of gradient descent, on the device; the loss before it."""
        rows = self._checked(inputs)
        batch = self._planned(graphs, rows, True)
        if batch.number is None:
            size = len(batch.plan.forest)
            raise InputError(
                f"a batch of {size} vertices is larger than the archive's buckets; make it smaller"
            )
        rows = self._within(rows, batch.number)
        registers = {**rows, **_targets(targets), "graphs": batch, "rate": np.array([rate], np.float32)}
        loss = float(self._run("step", registers)["loss"])
        if self._alone is not None:
            self._alone.put(self.weights())
        return loss

    def run(self, program: str, **inputs: Any) -> Arrays:
        """Runs a program on arrays: for archives of functions, such as encoders."""
        return self._run(program, dict(inputs))

    def many(self, requests: Sequence[Request]) -> list[Arrays]:
        """Results of several requests, computed as one batch."""
        if self.manifest.network is None:
            raise ArchiveError("the archive holds no network of cells; merge its inputs as arrays")
        graphs = [graph for request in requests for graph in request[0]]
        first = self._checked(requests[0][1])
        inputs = {
            name: first[name]
            if spec.shared
            else np.concatenate([self._checked(r[1])[name] for r in requests])
            for name, spec in self.manifest.inputs.items()
        }
        merged = self(graphs, inputs)
        sizes = [self._sizes(request[0], list(merged)) for request in requests]
        ends = {name: np.cumsum([0, *(size[name] for size in sizes)]) for name in merged}
        return [
            {name: merged[name][ends[name][i] : ends[name][i + 1]] for name in merged}
            for i in range(len(sizes))
        ]

    def _sizes(self, graphs: Sequence[InstanceGraph], names: Sequence[str]) -> dict[str, int]:
        """How many rows of each result belong to these graphs."""
        pushes = pushers([cut.trace for cut in self._network().cuts])
        kinds = kinds_of(graphs, self._table) if pushes and graphs else np.zeros(0, np.int32)
        counts = {f"pushed.{name}": int(np.isin(kinds, some).sum()) for name, some in pushes.items()}
        reads = sum(map(len, (graph.reads for graph in graphs)))  # type: ignore[arg-type]
        return {name: counts.get(name, reads) for name in names}

    def _network(self) -> NetworkSpec:
        if self.manifest.network is None:
            raise ArchiveError("the archive holds no network of cells; call `run(program, …)` with arrays")
        return self.manifest.network

    def _checked(self, inputs: Mapping[str, Any]) -> Arrays:
        """Inputs as arrays of the declared dtypes."""
        declared = self.manifest.inputs
        if unknown := sorted({*inputs} - {*declared}):
            raise InputError(f"there is no input `{unknown[0]}`; the model takes {listing(declared)}")
        if missing := sorted({*declared} - {*inputs}):
            raise InputError(f"the input `{missing[0]}` is missing; the model takes {listing(declared)}")
        return {name: np.asarray(inputs[name], spec.numpy) for name, spec in declared.items()}

    def _planned(self, graphs: Sequence[InstanceGraph], inputs: Arrays, gradients: bool) -> Batch:
        """The plan of a batch.  Plans are kept for when the same graphs come again with as many rows.

        Groups of a single graph are filled when it comes again: that takes longer than the steps that it saves once.
        """
        key = (gradients, *(rows.shape for rows in inputs.values()), *map(id, graphs))
        known = self._batches.get(key)
        if known is not None:
            self._batches.move_to_end(key)
            if not known.filled:
                self._batches[key] = self._tiled(replace(known, filled=True, made={}))
            return self._batches[key]
        network = self._network()
        plan = plan_batch(network, graphs, self.manifest.inputs, self._table)
        check_inputs(plan, inputs, self.manifest.inputs)
        entries = len(plan.uses[1]) if gradients else 0
        number = bucket_of(network, plan, rows_needed(plan, inputs, self.manifest.inputs), entries)
        batch = Batch(tuple(graphs), plan, number, filled=len(graphs) > 1)
        self._batches[key] = self._tiled(batch)
        while len(self._batches) > PLANS_KEPT:
            self._batches.popitem(last=False)
        return self._batches[key]

    def _within(self, inputs: Arrays, number: int) -> Arrays:
        """Inputs without those rows of what graphs share that no graph of the bucket pulls."""
        room = self._network().buckets[number].rows
        return {n: v[: room[n]] if self.manifest.inputs[n].shared else v for n, v in inputs.items()}

    def _tiled(self, batch: Batch) -> Batch:
        if batch.number is None:
            return batch
        network = self._network()
        tiles = network.buckets[batch.number].tiles
        plan, tile = tiled(batch.plan, tiles, network.cuts, network.overhead, fill=batch.filled)
        return replace(batch, plan=plan, tile=tile)

    def _in_parts(
        self, program: str, graphs: Sequence[InstanceGraph], inputs: Arrays, targets: Arrays, join: Any
    ) -> Arrays:
        batch = self._planned(graphs, inputs, program != "forward")
        if batch.number is not None:
            registers = {**self._within(inputs, batch.number), **_targets(targets), "graphs": batch}
            return self._run(program, registers, self._store_of(program, batch))
        if len(graphs) == 1:
            raise too_large(
                self._network(), batch.plan, rows_needed(batch.plan, inputs, self.manifest.inputs)
            )
        half, shared = len(graphs) // 2, {name: spec.shared for name, spec in self.manifest.inputs.items()}
        found = []
        for start, end in pairwise([0, half, len(graphs)]):
            rows = {n: v if shared[n] else _share(v, graphs, n, start, end) for n, v in inputs.items()}
            reads = np.cumsum([0, *(len(g.reads) for g in graphs)])  # type: ignore[arg-type]
            cut = {name: np.asarray(value)[reads[start] : reads[end]] for name, value in targets.items()}
            found.append(self._in_parts(program, graphs[start:end], rows, cut, join))
        return join(found)  # type: ignore[no-any-return]

    def _run(self, program: str, registers: Arrays, store: Store | None = None) -> Arrays:
        if program not in self.manifest.programs:
            raise InputError(
                f"the archive has no program `{program}`; it has {listing(self.manifest.programs)}"
            )
        try:
            return run(self.manifest.programs[program], Frame(self.manifest, store or self.store, registers))
        except (ArchiveError, InputError, GraphError):
            raise
        except (LookupError, TypeError, AttributeError, ValueError, ArithmeticError, MemoryError) as error:
            raise ArchiveError(
                f"the program `{program}` of the archive is damaged ({error!r:.120}); export it again"
            ) from error


def _targets(targets: Mapping[str, Any]) -> Arrays:
    return {f"target.{name}": np.asarray(value) for name, value in targets.items()}


def _share(rows: Any, graphs: Sequence[InstanceGraph], name: str, start: int, end: int) -> Any:
    """The rows of an input that belong to some of the graphs."""
    counts = np.cumsum([0, *(graph.rows.get(name, 0) for graph in graphs)])
    return rows[counts[start] : counts[end]]


def _joined(parts: Sequence[Arrays]) -> Arrays:
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def _summed(parts: Sequence[Arrays]) -> Arrays:
    return {name: np.sum([part[name] for part in parts], axis=0) for name in parts[0]}
