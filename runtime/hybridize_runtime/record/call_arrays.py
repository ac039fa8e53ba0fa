"""Recorded calls as arrays: what depends on what, and where the results are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import tensorflow as tf
from numpy.typing import NDArray

from hybridize_runtime.graph.graphs import Ints, ranges
from hybridize_runtime.record.call_log import Log, known_rows

Mask = NDArray[np.bool_]


class Column(NamedTuple):
    """One argument of many calls: tensors, and for each call which of them holds its rows and from where on."""

    tensors: list[Any]
    which: Ints
    starts: Ints

    def joined(self, rows: Ints) -> Any:
        """The rows of all calls, [sum of rows, ...]; the calls have so many each."""
        if len(self.tensors) == 1:
            return taken(self.tensors[0], ranges(self.starts, rows))
        parts, places, total = [], np.zeros(len(rows), np.int64), 0
        for number, tensor in enumerate(self.tensors):
            mine = self.which == number
            ends = np.cumsum(rows[mine])
            places[mine] = total + ends - rows[mine]
            total += int(ends[-1])
            parts.append(taken(tensor, ranges(self.starts[mine], rows[mine])))
        return taken(tf.concat(parts, 0), ranges(places, rows))


def taken(tensor: Any, index: Ints) -> Any:
    """These rows of a tensor or an array."""
    if len(index) == tensor.shape[0] and np.array_equal(index, np.arange(len(index))):
        return tf.convert_to_tensor(tensor)
    return tf.constant(tensor[index]) if isinstance(tensor, np.ndarray) else tf.gather(tensor, index)


class CallArrays:
    """The calls of a log by their numbers, [n], with the results of those that were executed.

    `codes`: which of `signatures` a call runs.  `epochs`: in which epoch it was made.  `offsets`: where its `arguments`
    begin.  `first`, `owner`: number of its first result, and the call of each result.  `parents`, `children`: what depends
    on what, by parent.  `place`, `start`: which of `buffers` holds the results of a call, and from which row on; -1 for
    none.  `alone`: results of calls that were made one by one, as they were returned.
    """

    def __init__(self, log: Log) -> None:
        numbers = np.array([signature.number for signature in log.signatures])
        _, some, self.codes = np.unique(numbers, return_index=True, return_inverse=True)
        self.signatures = [log.signatures[i] for i in some.tolist()]
        widths = self._of_signatures([len(s.rows) for s in self.signatures])
        outputs = self._of_signatures([len(s.outputs) for s in self.signatures])
        n = len(numbers)
        self.rows = np.array(log.rows)
        begun = np.diff([*(start for start, _ in log.epochs), n])
        self.epochs = np.repeat(np.arange(len(begun)), begun)
        self.offsets, self.first = np.cumsum(widths) - widths, np.cumsum(outputs) - outputs
        self.owner = np.repeat(np.arange(n), outputs)
        self.arguments = np.array(log.arguments, np.int64)
        self.known = list(map(known_rows, log.known))
        results = np.flatnonzero(self.arguments >= 0)
        self.parents = np.repeat(np.arange(n), widths)[results]
        self.children = self.owner[self.arguments[results]]
        self.place, self.start = np.full(n, -1), np.zeros(n, np.int64)
        self.buffers: list[list[Any]] = []
        self.alone: dict[int, list[Any]] = {}

    def __len__(self) -> int:
        return len(self.codes)

    def _of_signatures(self, values: Sequence[int]) -> Ints:
        by_code: Ints = np.array(values, np.int64)[self.codes]
        return by_code

    def mask(self, calls: Ints) -> Mask:
        """Whether each call is one of these."""
        found = np.zeros(len(self), bool)
        found[calls] = True
        return found

    def needed(self, wanted: Mask) -> Mask:
        """These calls and all that they depend on."""
        used = wanted.copy()
        used[self.children] = True
        if used.all():  # whatever is not wanted itself leads to what is
            return used
        found = wanted.tolist()
        for parent, child in zip(self.parents[::-1].tolist(), self.children[::-1].tolist(), strict=True):
            found[child] = found[child] or found[parent]
        return np.array(found, bool)

    def dependent(self, calls: Mask) -> Mask:
        """These calls and all that depend on them."""
        found = calls.tolist()
        for parent, child in zip(self.parents.tolist(), self.children.tolist(), strict=True):
            found[parent] = found[parent] or found[child]
        return np.array(found, bool)

    def given(self, calls: Ints) -> Ints:
        """The arguments of calls of one cell, [calls, arguments]."""
        width = len(self.signatures[self.codes[calls[0]]].rows)
        arguments: Ints = self.arguments[self.offsets[calls][:, None] + np.arange(width)]
        return arguments

    def put(self, calls: Ints, results: list[Any]) -> None:
        """The results of calls, one after the other in these tensors."""
        self.place[calls], self.start[calls] = (
            len(self.buffers),
            np.cumsum(self.rows[calls]) - self.rows[calls],
        )
        self.buffers.append(results)

    def column(self, arguments: Ints, dtype: Any) -> Column:
        """Where the rows of these arguments are; numbers become arrays of `dtype`."""
        which, starts = np.zeros(len(arguments), np.int64), np.zeros(len(arguments), np.int64)
        tensors: list[Any] = []
        results = arguments >= 0
        if results.any():
            numbers = arguments[results]
            calls = self.owner[numbers]
            for call in calls[self.place[calls] < 0].tolist():
                self.put(np.array([call]), [self.result(call, i) for i in range(len(self.alone[call]))])
            keys = np.stack([self.place[calls], numbers - self.first[calls]])
            found, which[results] = _distinct(keys)
            tensors = [self.buffers[place][i] for place, i in found]
            starts[results] = self.start[calls]
        if not results.all():
            known = [self.known[-1 - number] for number in arguments[~results].tolist()]
            more, of, at = _sources(known, dtype.as_numpy_dtype)
            which[~results], starts[~results] = np.array(of) + len(tensors), at
            tensors = tensors + more
        return Column(tensors, which, starts)

    def result(self, call: int, i: int) -> Any:
        """The rows of the i-th result of one call."""
        if call in self.alone:
            value = self.alone[call][i]
            return value[None] if self.signatures[self.codes[call]].row_specs[i].whole else value
        start, rows = int(self.start[call]), int(self.rows[call])
        buffer = self.buffers[self.place[call]][i]
        return buffer if buffer.shape[0] == rows else buffer[start : start + rows]

    def argument(self, number: int, dtype: Any) -> Any:
        """The rows of one argument."""
        if number >= 0:
            call = int(self.owner[number])
            return self.result(call, number - int(self.first[call]))
        return _as_rows(self.known[-1 - number], dtype.as_numpy_dtype)


def _distinct(keys: Ints) -> tuple[list[list[int]], Ints]:
    """The distinct columns of two rows of numbers, and which of them each column is."""
    width = int(keys[1].max()) + 1
    found, inverse = np.unique(keys[0] * width + keys[1], return_inverse=True)
    return np.stack([found // width, found % width], 1).tolist(), inverse


def _as_rows(value: Any, dtype: Any) -> Any:
    return np.array([value], dtype) if type(value) in (int, float) else value


def _sources(values: Sequence[Any], dtype: Any) -> tuple[list[Any], Sequence[int], Sequence[int]]:
    """Tensors that hold these values, and for each value which of them does and its first row there.

    Arrays and numbers are one tensor, so that its gradient is cheap; what is given several times is there once.
    """
    if set(map(type, values)) <= {int, float}:
        return [np.array(values, dtype)], [0] * len(values), range(len(values))
    arrays: list[Any] = []
    tensors: list[Any] = []
    seen: dict[int, tuple[int, int]] = {}
    total = 0
    for value in values:
        rows = _as_rows(value, dtype)
        if id(value) in seen and rows is value:
            continue
        if isinstance(rows, np.ndarray):
            seen[id(value)] = (0, total)
            arrays.append(rows)
            total += len(rows)
        else:
            tensors.append(rows)
            seen[id(value)] = (len(tensors), 0)
    places = [seen[id(value)] for value in values]
    shift = 0 if arrays else 1
    joined = [np.concatenate(arrays)] if arrays else []
    return [*joined, *tensors], [which - shift for which, _ in places], [start for _, start in places]
