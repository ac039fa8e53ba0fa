"""Mixture of experts: every row goes through the k experts that its gate prefers; no row is dropped.

Rows are sorted by expert.  Where loads are even, they are padded to the largest load and multiplied as one batch; else a
loop visits the experts that have rows, and multiplies slices in place (a grouped GEMM).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import tensorflow as tf

from hybridize_runtime.models.weights import weight

FEW = 4  # rows
ONE = np.ones(1, np.int32)  # a list takes longer to convert than a row takes to multiply
PADDING = 6.0  # padded rows per real row up to which one batched product is faster than a loop (measured)


class MixtureOfExperts(tf.Module):  # type: ignore[misc]
    """Experts of two layers, [rows, units] to [rows, units], and a linear gate with a softmax over the chosen ones."""

    def __init__(
        self,
        experts: int,
        units: int,
        hidden: int,
        k: int = 1,
        activation: Callable[[Any], Any] = tf.nn.relu,
        dtype: Any = tf.float32,
    ) -> None:
        super().__init__(name="mixture_of_experts")
        if not 1 <= k <= experts:
            raise ValueError(f"k = {k} of {experts} experts; choose k between 1 and the number of experts")
        self.experts, self.k, self.activation = experts, k, activation
        self.gate = weight("gate", units, experts, dtype=dtype)
        self.w_in = weight("w_in", experts, units, hidden, dtype=dtype)
        self.w_out = weight("w_out", experts, hidden, units, dtype=dtype)

    def __call__(self, x: Any) -> Any:
        """Mixed outputs of the chosen experts, [rows, units]."""
        return self._mixed(tf.convert_to_tensor(x))

    def route(self, x: Any, expert: Any) -> Any:
        """Each row through the expert of this number: [rows, units], int32 [rows].

        Outside of a `tf.function`, one is called that has only the way which these rows take, because tracing all of them
        takes seconds; and none where its call would take longer than the products.
        """
        if self.experts == 1:
            return self._layers(x, *(tf.raw_ops.Squeeze(input=w, axis=[0]) for w in (self.w_in, self.w_out)))
        if not tf.executing_eagerly():
            return self._routed(x, expert)
        x, expert = tf.convert_to_tensor(x), tf.convert_to_tensor(expert, tf.int32)
        if len(x) == 1:
            return self._alone(x, expert, ONE)
        if len(x) <= FEW:
            return self._gathered_compiled(x, expert)
        counts = np.bincount(np.asarray(expert), minlength=self.experts)
        return self._sorted_compiled(x, expert, bool(counts.max() * len(counts) <= PADDING * len(x)))

    def _mixed(self, x: Any) -> Any:
        scores, chosen = tf.math.top_k(tf.matmul(x, self.gate), self.k)
        outputs = self.route(tf.repeat(x, self.k, axis=0) if self.k > 1 else x, tf.reshape(chosen, [-1]))
        mixed = tf.reshape(outputs, [-1, self.k, x.shape[1]]) * tf.nn.softmax(scores)[:, :, None]
        return tf.reduce_sum(mixed, 1)

    def _routed(self, x: Any, expert: Any) -> Any:
        few = tf.shape(x)[0] <= FEW
        return tf.cond(few, lambda: self._one_by_one(x, expert), lambda: self._sorted(x, expert))

    def _layers(self, x: Any, w_in: Any, w_out: Any) -> Any:
        """One expert.  The raw operation, because `tf.matmul` takes longer than the product of one row."""
        return tf.raw_ops.MatMul(a=self.activation(tf.raw_ops.MatMul(a=x, b=w_in)), b=w_out)

    def _one_by_one(self, x: Any, expert: Any) -> Any:
        """For so few rows that sorting them takes longer than reading a matrix for each."""
        one = tf.equal(tf.shape(x)[0], 1)
        return tf.cond(one, lambda: self._alone(x, expert[:1], [1]), lambda: self._gathered(x, expert))

    def _alone(self, x: Any, expert: Any, one: Any) -> Any:
        """A slice of one matrix is no copy of it, as a gather is."""
        w_in, w_out = (
            tf.raw_ops.StridedSlice(input=w, begin=expert, end=expert, strides=one, shrink_axis_mask=1)
            for w in (self.w_in, self.w_out)
        )
        return self._layers(x, w_in, w_out)

    def _gathered(self, x: Any, expert: Any) -> Any:
        w_in, w_out = (tf.gather(tf.convert_to_tensor(w), expert) for w in (self.w_in, self.w_out))
        hidden = self.activation(tf.matmul(x[:, None], w_in))
        return tf.squeeze(tf.matmul(hidden, w_out), 1)

    def _sorted(self, x: Any, expert: Any, even: bool | None = None) -> Any:
        """`even`: whether loads are even; None: that is known when it runs."""
        order = tf.argsort(expert, stable=True)
        counts = tf.math.bincount(expert, minlength=self.experts, maxlength=self.experts, dtype=tf.int32)
        hidden = self.activation(
            grouped_matmul(tf.gather(x, order), tf.convert_to_tensor(self.w_in), counts, even)
        )
        result = grouped_matmul(hidden, tf.convert_to_tensor(self.w_out), counts, even)
        return tf.gather(result, tf.math.invert_permutation(order))

    _gathered_compiled = tf.function(_gathered, autograph=False, reduce_retracing=True)
    _sorted_compiled = tf.function(_sorted, autograph=False, reduce_retracing=True)


def grouped_matmul(rows: Any, weights: Any, counts: Any, even: bool | None = None) -> Any:
    """Rows sorted by group times the matrix of their group: [n, a], [groups, a, b], int32 [groups] to [n, b].

    `even`: whether loads are even enough for one batched product; None: that is known when it runs.
    """

    @tf.custom_gradient  # type: ignore[untyped-decorator]
    def product(rows: Any, weights: Any) -> Any:
        def gradient(arrived: Any) -> Any:
            arrived = tf.convert_to_tensor(arrived)  # of a gather, it comes as slices
            return (
                _products(arrived, weights, counts, even, transposed=True),
                _outer_products(rows, arrived, counts, even),
            )

        return _products(rows, weights, counts, even, transposed=False), gradient

    return product(rows, weights)


def _either(
    rows: Any, counts: Any, even: bool | None, batched: Callable[[], Any], visited: Callable[[], Any]
) -> Any:
    """One batched product where loads are even enough for it, else a loop over those that have rows."""
    if even is not None:
        return batched() if even else visited()
    padded = tf.cast(tf.size(counts) * tf.reduce_max(counts), tf.float32)
    return tf.cond(padded <= PADDING * tf.cast(tf.shape(rows)[0], tf.float32), batched, visited)


def _products(rows: Any, weights: Any, counts: Any, even: bool | None, transposed: bool) -> Any:
    width = weights.shape[1 if transposed else 2]

    def batched() -> Any:
        index, place = _padding(rows, counts)
        out = tf.matmul(tf.gather(rows, index), weights, transpose_b=transposed)
        return tf.gather(tf.reshape(out, [-1, width]), place)

    def product(group: Any, start: Any, end: Any) -> tuple[Any, Any]:
        return start, tf.matmul(rows[start:end], weights[group], transpose_b=transposed)

    def visited() -> Any:
        return _visit(counts, tf.zeros([tf.shape(rows)[0], width], rows.dtype), product)

    return _either(rows, counts, even, batched, visited)


def _outer_products(rows: Any, arrived: Any, counts: Any, even: bool | None) -> Any:
    """Gradients of the matrices."""

    def batched() -> Any:
        index, _ = _padding(rows, counts)
        real = tf.cast(tf.range(tf.shape(index)[1]) < counts[:, None], rows.dtype)
        left = tf.gather(rows, index) * real[:, :, None]
        return tf.matmul(left, tf.gather(arrived, index), transpose_a=True)

    def product(group: Any, start: Any, end: Any) -> tuple[Any, Any]:
        return group, tf.matmul(rows[start:end], arrived[start:end], transpose_a=True)[None]

    def visited() -> Any:
        return _visit(
            counts, tf.zeros([tf.size(counts), rows.shape[1], arrived.shape[1]], rows.dtype), product
        )

    return _either(rows, counts, even, batched, visited)


def _padding(rows: Any, counts: Any) -> tuple[Any, Any]:
    """For [groups, largest load] the row that stands there, and for each row its place in the flattened array."""
    starts, most, n = tf.cumsum(counts) - counts, tf.reduce_max(counts), tf.shape(rows)[0]
    index = tf.minimum(starts[:, None] + tf.range(most), n - 1)
    group = tf.repeat(tf.range(tf.size(counts)), counts)
    return index, group * most + tf.range(n) - tf.gather(starts, group)


def _visit(counts: Any, buffer: Any, step: Callable[[Any, Any, Any], tuple[Any, Any]]) -> Any:
    """Writes `step(group, start, end)`, a place and rows, for every group that has rows."""
    used = tf.cast(tf.reshape(tf.where(counts > 0), [-1]), tf.int32)
    ends = tf.cumsum(counts)

    def body(i: Any, into: Any) -> tuple[Any, Any]:
        group = used[i]
        place, rows = step(group, ends[group] - counts[group], ends[group])
        begin = tf.reshape(place, [1])
        end = begin + tf.shape(rows)[:1]
        new = tf.raw_ops.TensorStridedSliceUpdate(input=into, begin=begin, end=end, strides=[1], value=rows)
        new.set_shape(into.shape)
        return i + 1, new

    return tf.while_loop(lambda i, _: i < tf.size(used), body, [tf.constant(0), buffer])[1]
