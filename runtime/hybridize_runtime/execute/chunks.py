"""Batches that would need more memory than their budget: executed in parts, one after the other.

Under a gradient tape a part keeps its inputs and is computed anew in the backward pass, so the budget holds in training.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import tensorflow as tf

from hybridize_runtime.compile.cells import Rows
from hybridize_runtime.compile.partition import Program, row_factors
from hybridize_runtime.compile.tracing import Trace
from hybridize_runtime.execute.outputs import Outputs, Way
from hybridize_runtime.graph.batches import pushers
from hybridize_runtime.graph.graphs import InstanceGraph
from hybridize_runtime.graph.plan import Plan

if TYPE_CHECKING:
    from hybridize_runtime.execute.network import Network


def estimate(plan: Plan, programs: Sequence[Program], state: Mapping[str, Rows], keep: bool) -> int:
    """Bytes of the buffers of a batch; `keep`: with what gradients need."""
    own = sum(_size(rows.shape, rows.dtype) for rows in state.values())
    total = 0
    for program, members in zip(programs, plan.members, strict=True):
        stored = [*(program.saved if keep else program.exports), *program.hoisted]
        row = sum(_size(t.shape[1:], t.dtype) * program.factors[t.name] for t in stored)
        # Backward: a row per edge, and as much again for the gradients of what was stored.
        total += len(members) * ((own + row) * (2 if keep else 1) + own * program.trace.kind.slots * keep)
    return total


def most_bytes(trace: Trace, state: Mapping[str, Rows]) -> int:
    """No fewer bytes for a vertex of a kind than `estimate` says for any use: as if all that a cell computes was kept."""
    own = sum(_size(rows.shape, rows.dtype) for rows in state.values())
    factors = row_factors(trace)
    made = (t for op in trace.graph.get_operations()[: trace.forward] for t in op.outputs)
    row = sum(_size(t.shape[1:], t.dtype) * factors[t.name] for t in made if t.name in factors)
    return 2 * (own + row) + own * trace.kind.slots


def _size(shape: Any, dtype: Any) -> int:
    return int(np.prod(tuple(shape), dtype=np.int64)) * int(tf.as_dtype(dtype).size)


def parts(graphs: Sequence[InstanceGraph], count: int) -> Iterator[slice]:
    """At most `count` runs of graphs with about as many vertices each."""
    ends = np.cumsum([len(graph) for graph in graphs])
    cuts = np.searchsorted(ends, ends[-1] * np.arange(1, count) / count, side="right")
    bounds = sorted({0, *cuts.tolist(), len(graphs)})
    yield from map(slice, bounds[:-1], bounds[1:])


def run_in_parts(
    network: Network,
    graphs: Sequence[InstanceGraph],
    inputs: Mapping[str, Any],
    count: int,
    executor: str,
    way: Way,
) -> Outputs:
    """The outputs of all parts, one after the other."""
    found = []
    for part in parts(graphs, count):
        mine = {name: _rows(rows, graphs, part, name, inputs[name]) for name, rows in network.inputs.items()}
        # Seeds of their own: the vertices of two parts have different random numbers.
        found.append(
            _recomputed(network, graphs[part], mine, executor, network.way(way.training, way.gradients))
        )
    names = list(found[0].state), list(found[0].pushed)
    return Outputs(
        {name: tf.concat([outputs.state[name] for outputs in found], 0) for name in names[0]},
        {name: tf.concat([outputs.pushed[name] for outputs in found], 0) for name in names[1]},
    )


def _rows(spec: Rows, graphs: Sequence[InstanceGraph], part: slice, name: str, rows: Any) -> Any:
    """The rows of an input that a part reads; all of what graphs share."""
    if spec.shared:
        return rows
    counts = np.cumsum([0, *(graph.rows.get(name, 0) for graph in graphs)])
    return rows[counts[part.start] : counts[part.stop]]


def _recomputed(
    network: Network, graphs: Sequence[InstanceGraph], inputs: Mapping[str, Any], executor: str, way: Way
) -> Outputs:
    plan = network.plan(graphs)
    if not way.gradients:
        return network.run(plan, inputs, executor, way)
    executor = _repeatable(network, plan, inputs, executor, way)
    fixed = [
        outside for t in network.traces_for(False) for outside, _ in t.captures if outside.dtype.is_floating
    ]

    variables_read = [v for t in network.traces_for(False) for v in t.variables.values()]

    def outputs(rows: Sequence[Any], keep: bool) -> dict[str, Any]:
        for variable in () if keep else variables_read:  # no tape sees the first run, and what it reads
            variable.read_value()
        given = dict(zip(inputs, rows, strict=True))
        found = network.run_by(executor, plan, given, way._replace(gradients=keep))
        return {"state": dict(found.state), "pushed": dict(found.pushed)}

    @tf.custom_gradient  # type: ignore[untyped-decorator]
    def run(*given: Any) -> Any:
        flat = tf.nest.flatten(outputs(given[: len(inputs)], False))

        def gradient(*arrived: Any, variables: Any = ()) -> Any:
            with tf.GradientTape() as tape:
                tape.watch([tensor for tensor in given if tensor.dtype.is_floating])
                again = tf.nest.flatten(outputs(given[: len(inputs)], True))
            real = [i for i, tensor in enumerate(again) if tensor.dtype.is_floating]
            found = tape.gradient(
                [again[i] for i in real], [*given, *variables], output_gradients=[arrived[i] for i in real]
            )
            mine, theirs = found[: len(given)], found[len(given) :]
            return (mine, theirs) if variables else mine

        return flat, gradient

    flat = run(*inputs.values(), *fixed)
    pushed = dict.fromkeys(pushers(network.traces_for(False)), 0)
    like = {"state": dict.fromkeys(network.state, 0), "pushed": pushed}
    packed = tf.nest.pack_sequence_as(like, list(flat) if isinstance(flat, (list, tuple)) else [flat])
    return Outputs(packed["state"], packed["pushed"])


def _repeatable(network: Network, plan: Plan, inputs: Mapping[str, Any], executor: str, way: Way) -> str:
    """The executor of both runs of a part: each draws other random numbers from the same seeds, and `eager` from none."""
    both = {network.resolved(plan, inputs, executor, way._replace(gradients=keep)) for keep in (False, True)}
    return both.pop() if len(both) == 1 and "eager" not in both else "loop"
