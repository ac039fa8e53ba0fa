"""Recurrent networks over sequences of different lengths, without padding: a step runs the sequences that reach it.

The weights have the layout of Keras's `LSTM` and `GRU` layers.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import tensorflow as tf

from hybridize_runtime.compile.cells import Vertex, vertex_function
from hybridize_runtime.execute.network import Network
from hybridize_runtime.graph.builders import from_sequence
from hybridize_runtime.graph.graphs import InstanceGraph
from hybridize_runtime.models.weights import weight


@lru_cache(maxsize=4096)
def chain(length: int) -> InstanceGraph:
    """The graph of a sequence."""
    return from_sequence(length, "step", first="start")


class _Recurrent(tf.Module):  # type: ignore[misc]
    network: Network

    def __call__(self, x: Any, lengths: Sequence[int], executor: str = "auto") -> Any:
        """The last `h` of every sequence, [sequences, units]; `x`: all steps of the first, then of the second, ..."""
        return self.network([chain(int(n)) for n in lengths], {"x": x}, executor).state["h"]


class VariableLSTM(_Recurrent):
    """LSTM (gates i, f, c, o, as in Keras)."""

    def __init__(self, inputs: int, units: int, dtype: Any = tf.float32) -> None:
        super().__init__(name="variable_lstm")
        self.kernel = weight("kernel", inputs, 4 * units, dtype=dtype)
        self.recurrent = weight("recurrent", units, 4 * units, dtype=dtype)
        self.bias = weight("bias", 4 * units, dtype=dtype)
        cells = [vertex_function(0)(self.start), vertex_function(1)(self.step)]
        self.network = Network(cells, {"h": units, "c": units}, {"x": inputs}, dtype)

    def start(self, v: Vertex) -> None:
        """The first step."""
        i, _, u, o = tf.split(tf.matmul(v.pull("x"), v.weight(self.kernel)) + v.weight(self.bias), 4, axis=1)
        c = tf.sigmoid(i) * tf.tanh(u)
        v.scatter(h=tf.sigmoid(o) * tf.tanh(c), c=c)

    def step(self, v: Vertex) -> None:
        """Every other step."""
        h, before = v.gather(0)
        z = (
            tf.matmul(v.pull("x"), v.weight(self.kernel))
            + v.weight(self.bias)
            + tf.matmul(h, v.weight(self.recurrent))
        )
        i, f, u, o = tf.split(z, 4, axis=1)
        c = tf.sigmoid(f) * before + tf.sigmoid(i) * tf.tanh(u)
        v.scatter(h=tf.sigmoid(o) * tf.tanh(c), c=c)


class VariableGRU(_Recurrent):
    """GRU (gates z, r, h, `reset_after=True`, as in Keras)."""

    def __init__(self, inputs: int, units: int, dtype: Any = tf.float32) -> None:
        super().__init__(name="variable_gru")
        self.units = units
        self.kernel = weight("kernel", inputs, 3 * units, dtype=dtype)
        self.recurrent = weight("recurrent", units, 3 * units, dtype=dtype)
        self.bias = weight("bias", 3 * units, dtype=dtype)
        self.recurrent_bias = weight("recurrent_bias", 3 * units, dtype=dtype)
        cells = [vertex_function(0)(self.start), vertex_function(1)(self.step)]
        self.network = Network(cells, {"h": units}, {"x": inputs}, dtype)

    def start(self, v: Vertex) -> None:
        """The first step: the state before it is zero."""
        x = tf.split(tf.matmul(v.pull("x"), v.weight(self.kernel)) + v.weight(self.bias), 3, axis=1)
        z, r, n = tf.split(v.weight(self.recurrent_bias)[None], 3, axis=1)
        v.scatter(h=(1.0 - tf.sigmoid(x[0] + z)) * tf.tanh(x[2] + tf.sigmoid(x[1] + r) * n))

    def step(self, v: Vertex) -> None:
        """Every other step."""
        before = v.gather(0).h
        x = tf.split(tf.matmul(v.pull("x"), v.weight(self.kernel)) + v.weight(self.bias), 3, axis=1)
        z, r, n = tf.split(
            tf.matmul(before, v.weight(self.recurrent)) + v.weight(self.recurrent_bias), 3, axis=1
        )
        z, r = tf.sigmoid(x[0] + z), tf.sigmoid(x[1] + r)
        v.scatter(h=z * before + (1.0 - z) * tf.tanh(x[2] + r * n))
