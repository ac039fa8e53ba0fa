"""How the loop reads and writes rows: with any number of rows at a time, or in tiles of few fixed sizes.

Both write contiguous slices in place.  `TensorStridedSliceUpdate` reuses its input in a `tf.while_loop`, as XLA's
`DynamicUpdateSlice` does; `tf.tensor_scatter_nd_update` copies the whole buffer in every iteration.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import prod
from typing import Any

import tensorflow as tf

SPARE = 8  # a tile may have this fraction of unused rows before smaller ones are taken

# A part of a group: (number of rows, rows before it), in rows of vertices.
Body = Callable[[Any, Any, list[Any]], list[Any]]


@dataclass(frozen=True)
class Whole:
    """A group at a time, of any size: one trace of ordinary TensorFlow operations for all plans."""

    pad: int = 1
    least: int = 0
    sizes: tuple[int, ...] = ()
    tiled = False
    compiled = False

    def gather(self, buffers: Sequence[Any], index: Any) -> list[Any]:
        """These rows of each buffer."""
        return [tf.gather(buffer, index) for buffer in buffers]

    def read(self, buffer: Any, start: Any, count: Any) -> Any:
        """`buffer[start:start + count]`."""
        return buffer[start : start + count]

    def write(self, buffer: Any, start: Any, rows: Any) -> Any:
        """`buffer` with `rows` from row `start` on.

        As one row of numbers: the operation computes the place of each number, dimension by dimension.
        """
        width = prod(buffer.shape[1:])
        if not width:
            return buffer
        numbers = tf.reshape(rows, [-1])
        start = tf.reshape(tf.cast(start, tf.int64) * width, [1])
        end = start + tf.shape(numbers, tf.int64)
        flat = tf.raw_ops.TensorStridedSliceUpdate(
            input=tf.reshape(buffer, [-1]),
            begin=start,
            end=end,
            strides=tf.ones([1], tf.int64),
            value=numbers,
        )
        result = tf.reshape(flat, [-1, *buffer.shape[1:]])
        result.set_shape(buffer.shape)
        return result

    def run(
        self, kind: Any, size: Any, bodies: Mapping[int, Body], carry: list[Any], down: bool
    ) -> list[Any]:
        """Runs the body of this kind on the group.

        A switch, not a loop of no or one round per kind: every loop takes time for each buffer, also where it does nothing.
        """
        del down
        if len(bodies) == 1:
            return next(iter(bodies.values()))(size, tf.constant(0), carry)
        branches = [partial(_branch, bodies.get(k), size, carry) for k in range(max(bodies) + 1)]
        return list(tf.switch_case(kind, branches))


def _branch(body: Body | None, size: Any, carry: list[Any]) -> list[Any]:
    return carry if body is None else body(size, tf.constant(0), carry)


@dataclass(frozen=True)
class Tiles:
    """Rows in tiles of fixed sizes, for XLA.

    A group is cut into tiles of the first size, then of the next.  The last tile reaches over the end of the group:
    upwards in the forward loop and downwards in the backward one, onto rows that are written later.

    `compiled`: whether XLA compiles what is done with them.  Without it the same operations run one by one, which is
    how the tests try many cells.
    """

    sizes: tuple[int, ...] = (256, 64, 16)
    compiled: bool = True
    tiled = True

    @property
    def least(self) -> int:
        """Buffers have room for a tile of every size."""
        return self.sizes[0]

    @property
    def pad(self) -> int:
        """Rows that a tile may reach over either end of a buffer."""
        return max(map(self.slack, range(len(self.sizes))))

    def slack(self, i: int) -> int:
        """How many rows of a tile of the i-th size may be unused."""
        return max(self.sizes[i] - 1, 1) if i == len(self.sizes) - 1 else self.sizes[i] // SPARE

    def gather(self, buffers: Sequence[Any], index: Any) -> list[Any]:
        """These rows of each buffer."""
        return [tf.gather(buffer, index) for buffer in buffers]

    def read(self, buffer: Any, start: Any, count: Any) -> Any:
        """`buffer[start:start + count]`."""
        rest = [0] * (buffer.shape.rank - 1)
        if not isinstance(count, int):  # a number that is known when XLA compiles
            return tf.slice(buffer, tf.stack([start, *rest]), tf.stack([count, *buffer.shape[1:]]))
        size = tf.constant([count, *buffer.shape[1:]], tf.int32)
        if not self.compiled:
            return tf.slice(buffer, tf.stack([start, *rest]), size)
        return _xla().xla_dynamic_slice(buffer, tf.stack([start, *rest]), size)

    def write(self, buffer: Any, start: Any, rows: Any) -> Any:
        """`buffer` with `rows` from row `start` on."""
        if not self.compiled:
            return Whole().write(buffer, start, rows)
        rest = [0] * (buffer.shape.rank - 1)
        return _xla().xla_dynamic_update_slice(buffer, rows, tf.stack([start, *rest]))

    def run(
        self, kind: Any, size: Any, bodies: Mapping[int, Body], carry: list[Any], down: bool
    ) -> list[Any]:
        """Runs the body of this kind on the tiles of a group, from its start upwards or from its end downwards."""
        for k, body in bodies.items():
            enabled = None if len(bodies) == 1 else tf.equal(kind, k)
            carry = self.parts(size, enabled, body, carry, down)
        return carry

    def parts(self, size: Any, enabled: Any | None, body: Body, carry: list[Any], down: bool) -> list[Any]:
        """Runs `body` on the tiles of a group, if `enabled`."""
        left = size if enabled is None else tf.where(enabled, size, 0)
        done = tf.constant(0)
        for rows, count in zip(self.sizes, self.counts(left), strict=True):
            carry = self._loop(rows, count, done, size, body, carry, down)
            done += rows * count
        return carry

    def counts(self, size: Any) -> list[Any]:
        """How many tiles of each size; a tile that would be almost full is not cut further."""
        result = []
        for i, rows in enumerate(self.sizes):
            result.append((size + self.slack(i)) // rows)
            size = tf.maximum(size - result[-1] * rows, 0)
        return result

    def _loop(
        self, rows: int, count: Any, done: Any, size: Any, body: Body, carry: list[Any], down: bool
    ) -> list[Any]:
        def step(i: Any, *rest: Any) -> list[Any]:
            before = done + i * rows
            return [i + 1, *body(rows, size - before - rows if down else before, list(rest))]

        return list(tf.while_loop(lambda i, *_: i < count, step, [tf.constant(0), *carry]))[1:]


def _xla() -> Any:
    from tensorflow.compiler.tf2xla.ops import gen_xla_ops

    return gen_xla_ops


@dataclass(frozen=True)
class Flat(Tiles):
    """Tiles of one size, cut by whoever made the plan: a step is a tile, so that there is one loop and no other in it.

    The last tile of a group is partly empty and reaches over an end of it, as with `Tiles`.
    """

    def gather(self, buffers: Sequence[Any], index: Any) -> list[Any]:
        """These rows of each buffer.

        A single row is read in a loop of one round: XLA would read it where it is used, after rows were written, and for
        that copy the whole buffer in every step.
        """
        if index.shape != [1]:
            return super().gather(buffers, index)
        once = tf.cast(index[0] >= 0, tf.int32)
        empty = [tf.zeros([1, *buffer.shape[1:]], buffer.dtype) for buffer in buffers]
        read = super().gather
        return list(
            tf.while_loop(
                lambda i, *_: i < once, lambda i, *_: [i + 1, *read(buffers, index)], [tf.constant(0), *empty]
            )
        )[1:]

    def parts(self, size: Any, enabled: Any | None, body: Body, carry: list[Any], down: bool) -> list[Any]:
        """Runs `body` on the tile, if `enabled`."""
        rows = self.sizes[0]
        before = size - rows if down else tf.constant(0)
        if enabled is None:
            return body(rows, before, carry)
        return self._loop(
            rows, tf.cast(enabled, tf.int32), before, size, _upwards(body, before), carry, False
        )


def _upwards(body: Body, before: Any) -> Body:
    """The body at this place, whatever tile the loop counts."""
    return lambda rows, _, carry: body(rows, before, carry)


Kit = Whole | Tiles
