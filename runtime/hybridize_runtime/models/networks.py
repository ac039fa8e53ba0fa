"""Graph networks (Battaglia et al., 2018) over batches of graphs of any size, cycles included."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import tensorflow as tf

from hybridize_runtime.errors import GraphError
from hybridize_runtime.models.weights import weight


@dataclass(frozen=True, eq=False)
class Wiring:
    """Edges of many graphs side by side, as int32 tensors.

    `senders`, `receivers`: nodes of each edge, [edges].  `node_graph`, `edge_graph`: which graph they belong to.
    `graphs`: how many there are.
    """

    senders: Any
    receivers: Any
    node_graph: Any
    edge_graph: Any
    graphs: Any


def wiring(sizes: Sequence[int], edges: Sequence[Any]) -> Wiring:
    """Graphs of these numbers of nodes, with edges [n, 2] (sender, receiver), side by side.

    Raises GraphError for edges to nodes that a graph does not have.
    """
    if len(sizes) != len(edges) or not len(sizes):
        given = f"{len(sizes)} sizes and {len(edges)} lists of edges"
        raise GraphError(f"{given}; give one of each per graph, and one graph at least")
    pairs = [np.asarray(e, np.int64).reshape(-1, 2) for e in edges]
    for graph, (size, e) in enumerate(zip(sizes, pairs, strict=True)):
        if len(bad := np.flatnonzero(((e < 0) | (e >= size)).any(1))):
            ends = e[bad[0]].tolist()
            where = f"edge {bad[0]} of graph {graph} joins the nodes {ends}"
            raise GraphError(f"{where}, and the graph has {size}; number nodes from 0")
    starts = np.cumsum([0, *sizes])[:-1]
    counts = [len(e) for e in pairs]
    joined = np.concatenate(pairs) + np.repeat(starts, counts)[:, None]
    order = np.argsort(joined[:, 1], kind="stable")  # by receiver: sums over edges read memory in order
    senders, receivers = (tf.constant(joined[order, end], tf.int32) for end in (0, 1))
    node_graph, edge_graph = (np.repeat(np.arange(len(sizes)), n) for n in (sizes, counts))
    return Wiring(
        senders, receivers, tf.constant(node_graph, tf.int32), tf.constant(edge_graph[order], tf.int32),
        tf.constant(len(sizes), tf.int32),
    )  # fmt: skip


class GraphNetwork(tf.Module):  # type: ignore[misc]
    """Rounds of message passing with shared weights: edges, then nodes, then the whole graph are updated.

    A message is an activation of sender, receiver and graph; messages to a node are added up, and so are nodes for their
    graph.  The products with sender, receiver and graph are taken per node and per graph, before rows are copied to edges.
    """

    def __init__(self, inputs: int, units: int, rounds: int, dtype: Any = tf.float32) -> None:
        super().__init__(name="graph_network")
        self.units, self.rounds = units, rounds
        self.w_in, self.b_in = weight("w_in", inputs, units, dtype=dtype), weight("b_in", units, dtype=dtype)
        self.w_ends = weight("w_ends", units, 2 * units, dtype=dtype)
        self.b_edge = weight("b_edge", units, dtype=dtype)
        self.w_node = weight("w_node", 2 * units, units, dtype=dtype)
        self.b_node = weight("b_node", units, dtype=dtype)
        self.w_down = weight("w_down", units, 2 * units, dtype=dtype)
        self.w_graph = weight("w_graph", 2 * units, units, dtype=dtype)
        self.b_graph = weight("b_graph", units, dtype=dtype)

    def __call__(self, wires: Wiring, x: Any) -> Any:
        """Nodes [nodes, units] and graphs [graphs, units] after all rounds; `x`: features of nodes, [nodes, inputs]."""
        ends = (wires.senders, wires.receivers)
        return self._run(*ends, wires.node_graph, wires.edge_graph, wires.graphs, tf.convert_to_tensor(x))

    @tf.function(reduce_retracing=True, autograph=False)  # type: ignore[untyped-decorator]
    def _run(
        self, senders: Any, receivers: Any, node_graph: Any, edge_graph: Any, graphs: Any, x: Any
    ) -> Any:
        nodes = tf.tanh(tf.matmul(x, self.w_in) + self.b_in)
        whole = tf.zeros([graphs, self.units], nodes.dtype)
        count = tf.shape(nodes)[0]
        for _ in range(self.rounds):
            ends = tf.matmul(nodes, self.w_ends)
            to_edges, to_nodes = tf.split(tf.matmul(whole, self.w_down), 2, axis=1)
            sent = tf.gather(ends[:, : self.units], senders) + tf.gather(ends[:, self.units :], receivers)
            edges = tf.nn.relu(sent + tf.gather(to_edges, edge_graph) + self.b_edge)
            arrived = tf.math.unsorted_segment_sum(edges, receivers, count)
            z = tf.matmul(tf.concat([nodes, arrived], 1), self.w_node) + tf.gather(to_nodes, node_graph)
            nodes = tf.tanh(z + self.b_node)
            total = tf.math.unsorted_segment_sum(nodes, node_graph, graphs)
            whole = tf.tanh(tf.matmul(tf.concat([whole, total], 1), self.w_graph) + self.b_graph)
        return nodes, whole
