"""The reference: one vertex after the other, with the cell's own Python code.  Every other executor is tested against it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import tensorflow as tf

from hybridize_runtime.compile.cells import Rows, Vertex
from hybridize_runtime.compile.noise import training_is
from hybridize_runtime.compile.tracing import Trace
from hybridize_runtime.execute.outputs import Outputs, Way
from hybridize_runtime.graph.batches import check_pulls, pushers
from hybridize_runtime.graph.graphs import Ints
from hybridize_runtime.graph.plan import Plan

if TYPE_CHECKING:
    from hybridize_runtime.execute.network import Network


def run_eagerly(network: Network, plan: Plan, inputs: Mapping[str, Any], way: Way) -> Outputs:
    """States and pushed rows of a batch, vertex by vertex, children first."""
    traces = network.traces_for(way.training)
    check_pulls(plan, traces)
    states: list[dict[str, Any]] = [{}] * len(plan.forest)
    pushed: dict[int, dict[str, Any]] = {}
    for vertex in np.argsort(plan.forest.heights, kind="stable").tolist():
        states[vertex], pushed[vertex] = _run_vertex(network, plan, vertex, states, inputs, way.training)
    reads = plan.forest.reads.tolist()
    state = {name: _joined([states[v][name] for v in reads]) for name in network.state}
    rows = {
        name: [pushed[v][name] for v in range(len(states)) if name in pushed[v]] for name in pushers(traces)
    }
    empty = {name: _no_rows(traces, name) for name, parts in rows.items() if not parts}
    return Outputs(state, {name: _joined(parts) if parts else empty[name] for name, parts in rows.items()})


def _joined(parts: Sequence[Any]) -> Any:
    return tf.concat(parts, 0) if len(parts) > 1 else parts[0]


def _run_vertex(
    network: Network,
    plan: Plan,
    vertex: int,
    states: list[dict[str, Any]],
    inputs: Mapping[str, Any],
    training: bool,
) -> tuple[dict[str, Any], dict[str, Any]]:
    forest = plan.forest
    kind = network.kinds[forest.kinds[vertex]]
    below = forest.children[forest.offsets[vertex] : forest.offsets[vertex + 1]].tolist()
    children, used = {}, None
    for name, rows in network.state.items():
        parts = [states[child][name][:, None] for child in below]
        missing = kind.slots - len(below)
        parts += [tf.zeros([1, 1, *rows.shape], rows.dtype)] * missing
        children[name] = tf.concat(parts, 1) if parts else _no_children(rows)
    if kind.padded:
        first = next(iter(network.state.values()))
        used = tf.reshape(tf.cast(tf.range(kind.slots) < len(below), first.dtype), [1, kind.slots, 1])

    def pull(name: str) -> Any:
        if network.inputs[name].edges:
            return _of_edges(inputs[name], forest.edges_of(name, vertex), kind.slots)
        row = int(forest.pulls[name][vertex])
        return inputs[name] if inputs[name].shape[0] == 1 else inputs[name][row : row + 1]

    handle = Vertex(kind, children, used, pull, network.state, training)
    with training_is(training):
        network.cells[kind.cell].function(handle)
    return handle.complete(), handle.pushed


def _of_edges(rows: Any, index: Ints, slots: int) -> Any:
    """The rows of the children of one vertex, [1, slots, ...]; zeros in unused slots."""
    unused = [[0, slots - len(index)], *[[0, 0]] * (len(rows.shape) - 1)]
    return tf.pad(tf.gather(rows, index), unused)[None]


@cache
def _no_children(rows: Rows) -> Any:
    """What a vertex without children gathers."""
    with tf.init_scope():
        return tf.zeros([1, 0, *rows.shape], rows.dtype)


def _no_rows(traces: Sequence[Trace], name: str) -> Any:
    symbol = next(trace.pushes[name] for trace in traces if name in trace.pushes)
    return tf.zeros([0, *symbol.shape[1:]], symbol.dtype)
