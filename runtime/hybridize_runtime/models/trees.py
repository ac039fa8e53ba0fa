"""Recursive networks over trees: Tree-LSTM (Tai, Socher, Manning, ACL 2015) and Tree-FC (Looks et al., ICLR 2017)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import tensorflow as tf

from hybridize_runtime.compile.cells import Vertex, vertex_function
from hybridize_runtime.execute.network import Network
from hybridize_runtime.graph.builders import from_nested
from hybridize_runtime.graph.graphs import InstanceGraph
from hybridize_runtime.models.weights import weight


def binary_tree(tree: Any) -> InstanceGraph:
    """A graph of nested pairs whose leaves are row numbers of the input `x`: `((0, 1), 2)`."""
    return from_nested(
        tree,
        children=lambda node: node if isinstance(node, (tuple, list)) else (),
        cell=lambda node: "inner" if isinstance(node, (tuple, list)) else "leaf",
        pulls={"x": lambda node: None if isinstance(node, (tuple, list)) else int(node)},
    )


class _Tree(tf.Module):  # type: ignore[misc]
    """What tree models share: a network over leaves, which pull a row of `x`, and inner vertices with two children."""

    network: Network

    def __call__(self, graphs: Sequence[InstanceGraph], x: Any, executor: str = "auto") -> Any:
        """The `h` of the roots, [trees, units]."""
        return self.network(graphs, {"x": x}, executor).state["h"]


class ChildSumTreeLSTM(_Tree):
    """Child-sum Tree-LSTM with inputs at the leaves and `arity` children elsewhere: `2`, or `(least, most)`."""

    def __init__(
        self, inputs: int, units: int, arity: int | tuple[int, int] = 2, dtype: Any = tf.float32
    ) -> None:
        super().__init__(name="child_sum_tree_lstm")
        self.units = units
        self.w = weight("w", inputs, 3 * units, dtype=dtype)
        self.u = weight("u", units, 3 * units, dtype=dtype)
        self.b = weight("b", 3 * units, dtype=dtype)
        self.u_forget = weight("u_forget", units, units, dtype=dtype)
        self.b_forget = weight("b_forget", units, dtype=dtype)
        cells = [vertex_function(0)(self.leaf), vertex_function(arity)(self.inner)]
        self.network = Network(cells, {"h": units, "c": units}, {"x": inputs}, dtype)

    def leaf(self, v: Vertex) -> None:
        """A vertex with an input."""
        self._gates(v, tf.matmul(v.pull("x"), v.weight(self.w)), 0.0)

    def inner(self, v: Vertex) -> None:
        """A vertex with children: one forget gate per child."""
        h, c = v.gather()
        slots = v.kind.slots
        forget = tf.sigmoid(
            tf.matmul(tf.reshape(h, [-1, self.units]), v.weight(self.u_forget)) + v.weight(self.b_forget)
        )
        kept = v.sum(tf.reshape(forget, [-1, slots, self.units]) * c)
        self._gates(v, tf.matmul(v.sum(h), v.weight(self.u)), kept)

    def _gates(self, v: Vertex, z: Any, kept: Any) -> None:
        i, o, u = tf.split(z + v.weight(self.b), 3, axis=1)
        c = tf.sigmoid(i) * tf.tanh(u) + kept
        v.scatter(h=tf.sigmoid(o) * tf.tanh(c), c=c)


class BinaryTreeLSTM(_Tree):
    """N-ary Tree-LSTM with N = 2: every gate has its own weights for the left and the right child."""

    def __init__(self, inputs: int, units: int, dtype: Any = tf.float32) -> None:
        super().__init__(name="binary_tree_lstm")
        self.units = units
        self.w = weight("w", inputs, 3 * units, dtype=dtype)
        self.b_leaf = weight("b_leaf", 3 * units, dtype=dtype)
        self.u = weight("u", 2 * units, 5 * units, dtype=dtype)
        self.b = weight("b", 5 * units, dtype=dtype)
        cells = [vertex_function(0)(self.leaf), vertex_function(2)(self.inner)]
        self.network = Network(cells, {"h": units, "c": units}, {"x": inputs}, dtype)

    def leaf(self, v: Vertex) -> None:
        """A vertex with an input."""
        i, o, u = tf.split(tf.matmul(v.pull("x"), v.weight(self.w)) + v.weight(self.b_leaf), 3, axis=1)
        c = tf.sigmoid(i) * tf.tanh(u)
        v.scatter(h=tf.sigmoid(o) * tf.tanh(c), c=c)

    def inner(self, v: Vertex) -> None:
        """A vertex with a left and a right child."""
        h, c = v.gather()
        z = tf.matmul(tf.reshape(h, [-1, 2 * self.units]), v.weight(self.u)) + v.weight(self.b)
        i, left, right, o, u = tf.split(z, 5, axis=1)
        new = tf.sigmoid(i) * tf.tanh(u) + tf.sigmoid(left) * c[:, 0] + tf.sigmoid(right) * c[:, 1]
        v.scatter(h=tf.sigmoid(o) * tf.tanh(new), c=new)


class TreeFC(_Tree):
    """A fully connected layer over the states of two children: the benchmark of TensorFlow Fold."""

    def __init__(
        self, inputs: int, units: int, activation: Callable[[Any], Any] = tf.tanh, dtype: Any = tf.float32
    ) -> None:
        super().__init__(name="tree_fc")
        self.units, self.activation = units, activation
        self.w = weight("w", inputs, units, dtype=dtype)
        self.u = weight("u", 2 * units, units, dtype=dtype)
        self.b = weight("b", units, dtype=dtype)
        cells = [vertex_function(0)(self.leaf), vertex_function(2)(self.inner)]
        self.network = Network(cells, {"h": units}, {"x": inputs}, dtype)

    def leaf(self, v: Vertex) -> None:
        """A vertex with an input."""
        v.scatter(h=self.activation(tf.matmul(v.pull("x"), v.weight(self.w))))

    def inner(self, v: Vertex) -> None:
        """A vertex with a left and a right child."""
        both = tf.reshape(v.gather().h, [-1, 2 * self.units])
        v.scatter(h=self.activation(tf.matmul(both, v.weight(self.u)) + v.weight(self.b)))


def graphs_of(trees: Iterable[Any]) -> list[InstanceGraph]:
    """One graph per tree of nested pairs."""
    return [binary_tree(tree) for tree in trees]
