"""A second reference: vertex functions as they are, on all vertices of one kind and height at a time, under a plain tape.

It shares with the first one that nothing is cut, stored, tiled or derived, and takes a fraction of its time on many graphs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import tensorflow as tf
from hybridize_runtime import InstanceGraph, Network, Outputs, Vertex
from hybridize_runtime.graph.schedule import Forest


def by_levels(network: Network) -> Callable[..., Outputs]:
    """What runs graphs level by level."""

    def call(graphs: Sequence[InstanceGraph], inputs: Mapping[str, Any], _: str) -> Outputs:
        forest = network.plan(graphs).forest
        # Row 0 is that of a child which is not there.
        states = {name: tf.zeros([1, *rows.shape], rows.dtype) for name, rows in network.state.items()}
        place = np.zeros(len(forest), np.int64)
        pushed: dict[str, list[tuple[Any, Any]]] = defaultdict(list)
        for height, kind in sorted(set(zip(forest.heights.tolist(), forest.kinds.tolist(), strict=True))):
            vertices = np.flatnonzero((forest.heights == height) & (forest.kinds == kind))
            v = _run(network, forest, kind, vertices, place, states, inputs)
            scattered = v.complete()
            place[vertices] = int(next(iter(states.values())).shape[0]) + np.arange(len(vertices))
            states = {
                name: tf.concat([rows, _all(scattered[name], vertices)], 0) for name, rows in states.items()
            }
            for name, rows in v.pushed.items():
                pushed[name].append((vertices, _all(rows, vertices)))
        state = {name: tf.gather(rows, place[forest.reads]) for name, rows in states.items()}
        for trace in network.traces_for(False):
            for name, symbol in trace.pushes.items():
                pushed.setdefault(name, [(np.zeros(0, int), tf.zeros([0, *symbol.shape[1:]], symbol.dtype))])
        return Outputs(state, {name: _in_order(parts) for name, parts in pushed.items()})

    return call


def _run(
    network: Network,
    forest: Forest,
    kind: int,
    vertices: Any,
    place: Any,
    states: Mapping[str, Any],
    inputs: Mapping[str, Any],
) -> Vertex:
    slots, n = network.kinds[kind].slots, len(vertices)
    index = np.zeros((n, slots), np.int64)
    for row, vertex in enumerate(vertices):
        below = forest.children[forest.offsets[vertex] : forest.offsets[vertex + 1]]
        index[row, : len(below)] = place[below]
    children = {
        name: tf.gather(rows, index) if slots else tf.zeros([1, 0, *rows.shape[1:]], rows.dtype)
        for name, rows in states.items()
    }
    first = next(iter(states.values())).dtype
    used = tf.cast(index[:, :, None] > 0, first) if network.kinds[kind].padded else None

    def pull(name: str) -> Any:
        if name in forest.edge_pulls:
            rows = [forest.edges_of(name, vertex) for vertex in vertices]
            return tf.gather(inputs[name], np.array([[*r, *[0] * (slots - len(r))] for r in rows], int))
        return tf.gather(inputs[name], forest.pulls[name][vertices])

    v = Vertex(network.kinds[kind], children, used, pull, network.state)
    network.cells[network.kinds[kind].cell].function(v)
    return v


def _all(rows: Any, vertices: Any) -> Any:
    """A row for each vertex, where there is one for all."""
    return tf.broadcast_to(rows, [len(vertices), *rows.shape[1:]])


def _in_order(parts: Sequence[tuple[Any, Any]]) -> Any:
    order = np.argsort(np.concatenate([vertices for vertices, _ in parts]))
    return tf.gather(tf.concat([rows for _, rows in parts], 0), order)
