"""Instance graphs from what programs already have: nested objects, edge lists, sequences, networkx graphs."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from hybridize_runtime.errors import GraphError
from hybridize_runtime.graph.graphs import InstanceGraph, as_rows, from_children


def from_nested(
    root: Any,
    children: Callable[[Any], Iterable[Any]],
    cell: Callable[[Any], str],
    pulls: Mapping[str, Callable[[Any], int | None]] | None = None,
    edge_pulls: Mapping[str, Callable[[Any, int], int]] | None = None,
    **options: Any,
) -> InstanceGraph:
    """A graph from Python objects that hold their children.

    An object reached on several paths is one vertex (by identity), so shared parts are computed once.  Vertices are
    numbered in post-order.  `pulls` say which row of an external input an object reads, or None; `edge_pulls` which row
    the k-th child of an object has.
    Raises GraphError when an object contains itself.
    """
    order = _post_order(root, children)
    number = {id(node): i for i, (node, _) in enumerate(order)}
    lists = [[number[id(child)] for child in below] for _, below in order]
    rows = {name: [_row(row(node)) for node, _ in order] for name, row in (pulls or {}).items()}
    of_edges = {
        name: [row(node, k) for node, below in order for k in range(len(below))]
        for name, row in (edge_pulls or {}).items()
    }
    return from_children(
        [cell(node) for node, _ in order], lists, rows, edge_pulls=as_rows(of_edges), **options
    )


def _row(row: int | None) -> int:
    return -1 if row is None else row


def _post_order(root: Any, children: Callable[[Any], Iterable[Any]]) -> list[tuple[Any, list[Any]]]:
    """Objects with their children, children first.  Iterative: depth is not bounded by Python's stack."""
    done: set[int] = set()
    open_: set[int] = {id(root)}
    order: list[tuple[Any, list[Any]]] = []
    below = list(children(root))
    stack = [(root, below, iter(below))]
    while stack:
        node, below, rest = stack[-1]
        child = next(rest, stack)
        if child is stack:
            stack.pop()
            open_.discard(id(node))
            done.add(id(node))
            order.append((node, below))
        elif id(child) in open_:
            raise GraphError(f"{child!r:.80} contains itself; a graph must not have cycles")
        elif id(child) not in done:
            open_.add(id(child))
            inner = list(children(child))
            stack.append((child, inner, iter(inner)))
    return order


def from_edges(
    cells: Sequence[str],
    edges: Iterable[tuple[int, int]],
    pulls: Mapping[str, Sequence[int]] | None = None,
    edge_pulls: Mapping[str, Sequence[int]] | None = None,
    **options: Any,
) -> InstanceGraph:
    """A graph from pairs (child, parent); the children of a vertex keep the order of the pairs.

    `edge_pulls`: rows of inputs of edges, in the order of the pairs.
    """
    pairs = np.array(list(edges), np.int64).reshape(-1, 2)
    n = len(cells)
    for child, parent in pairs[(pairs[:, 1] < 0) | (pairs[:, 1] >= n)][:1].tolist():
        raise GraphError(
            f"the edge ({child}, {parent}) leads to vertex {parent} of {n}; number vertices from 0"
        )
    order = np.argsort(pairs[:, 1], kind="stable")
    offsets = np.concatenate([[0], np.cumsum(np.bincount(pairs[:, 1], minlength=n))])
    of_edges = {name: rows[order] for name, rows in as_rows(edge_pulls).items()}
    children = pairs[order, 0].astype(np.int32)
    return InstanceGraph(tuple(cells), offsets, children, as_rows(pulls), edge_pulls=of_edges, **options)


def from_sequence(
    length: int, cell: str, first: str | None = None, pull: str = "x", reverse: bool = False
) -> InstanceGraph:
    """A chain of `length` vertices; vertex `t` pulls row `t` of the input `pull` and has one child, the step before.

    `first` names the cell of the first step where that is another one (without a child).  With `reverse` the chain
    starts at the last row.  The last vertex of the chain is read.  Raises GraphError when the length is below 1.
    """
    if length < 1:
        raise GraphError(
            f"a sequence of length {length} has no vertices; leave empty examples out of the batch"
        )
    cells = (first or cell, *[cell] * (length - 1))
    rows = np.arange(length)
    offsets = np.maximum(np.arange(length + 1) - 1, 0)
    return InstanceGraph(cells, offsets, np.arange(length - 1), {pull: rows[::-1] if reverse else rows})


def from_networkx(
    graph: Any,
    cell: Callable[[Hashable], str] | str = "cell",
    pulls: Mapping[str, str] | None = None,
    **options: Any,
) -> InstanceGraph:
    """A graph from a networkx DiGraph whose edges lead from child to parent.

    `cell` names a node attribute, or is a function of the node.  `pulls` maps names of inputs to node attributes that
    hold the row; nodes without the attribute pull nothing.  Vertices are numbered in the order of `graph.nodes`, and
    the children of a vertex are ordered by the edge attribute `slot` where there is one.
    """
    if not graph.is_directed():
        raise GraphError(
            "the networkx graph is undirected; direct its edges from child to parent (`nx.DiGraph`)"
        )
    number = {node: i for i, node in enumerate(graph.nodes)}
    named = (lambda node: graph.nodes[node][cell]) if isinstance(cell, str) else cell
    lists = [
        [
            number[child]
            for child, _, data in sorted(
                graph.in_edges(node, data=True), key=lambda edge: edge[2].get("slot", 0)
            )
        ]
        for node in graph.nodes
    ]
    rows = {
        name: [graph.nodes[node].get(attribute, -1) for node in graph.nodes]
        for name, attribute in (pulls or {}).items()
    }
    return from_children([named(node) for node in graph.nodes], lists, rows, **options)
