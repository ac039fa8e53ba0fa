"""Recorded calls, group after group: each group is one call of its cell on the rows of all its calls.

Nothing is traced but the cells themselves, so this is how calls are executed that were not seen together before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import tensorflow as tf

from hybridize_runtime.futures import Link
from hybridize_runtime.graphs import Ints, ranges
from hybridize_runtime.recording import Call
from hybridize_runtime.schedule import POLICIES, Forest


def run_grouped(calls: Sequence[Call]) -> None:
    """Computes the results of the calls: each gets its place among those of its group."""
    for group in _groups(calls):
        width = len(group[0].arguments)
        results = list(group[0].signature.compiled(*(_rows(group, i) for i in range(width))))
        start = 0
        for call in group:
            call.place = (results, start)
            start += call.rows


def _groups(calls: Sequence[Call]) -> list[list[Call]]:
    """Calls of the same cell that do not depend on each other, by the policies of plans."""
    index = {call.number: i for i, call in enumerate(calls)}
    below = [
        [index[a.call.number] for a in call.arguments if type(a) is Link and a.call.number in index]
        for call in calls
    ]
    codes: dict[int, int] = {}
    kinds = np.array([codes.setdefault(id(call.signature), len(codes)) for call in calls], np.int32)
    arity = np.array([len(children) for children in below], np.int32)
    heights = _heights(below)
    inner = set(kinds[arity > 0].tolist())
    forest = Forest(
        kinds=kinds,
        offsets=np.concatenate([[0], np.cumsum(arity)]).astype(np.int32),
        children=np.array([child for children in below for child in children], np.int32),
        heights=heights,
        arity=arity,
        starts=np.array([0, len(calls)], np.int32),
        pulls={},
        reads=np.zeros(0, np.int32),
        kind_count=len(codes),
        sources=frozenset(range(len(codes))) - inner,
    )
    numbers = POLICIES["depth" if len(inner) <= 1 else "kind"](forest)
    groups: list[list[Call]] = [[] for _ in range(int(numbers.max()) + 1)]
    for call, number in zip(calls, numbers.tolist(), strict=True):
        groups[number].append(call)
    return groups


def _heights(below: Sequence[Sequence[int]]) -> Ints:
    heights: list[int] = []
    for children in below:
        heights.append(1 + max([heights[child] for child in children], default=-1))
    return np.array(heights, np.int32)


def _rows(group: Sequence[Call], i: int) -> Any:
    """The i-th argument of all calls of a group, [rows, ...].  Arrays are one source, so that its gradient is cheap."""
    arrays: list[Any] = []
    sources: dict[int, tuple[Any, list[int]]] = {}  # by identity: the tensor, and which of its rows are read
    order: list[tuple[int, int, int]] = []  # by call: source, first among the rows read from it, how many
    count = 0
    for call in group:
        argument = call.arguments[i]
        if type(argument) is np.ndarray:
            arrays.append(argument)
            order.append((0, count, call.rows))
            count += call.rows
            continue
        tensor, start = placed(argument)
        _, rows = sources.setdefault(id(tensor), (tensor, []))
        order.append((id(tensor), len(rows), call.rows))
        rows.extend(range(start, start + call.rows))
    parts = [tf.constant(np.concatenate(arrays))] if arrays else []
    parts += [_taken(tensor, rows) for tensor, rows in sources.values()]
    first, total = {0: 0}, count
    for key, (_, rows) in sources.items():
        first[key] = total
        total += len(rows)
    joined = tf.concat(parts, 0) if len(parts) > 1 else parts[0]
    index = np.concatenate([np.arange(first[key] + at, first[key] + at + n) for key, at, n in order])
    return joined if np.array_equal(index, np.arange(total)) else tf.gather(joined, index)


def _taken(tensor: Any, rows: Sequence[int]) -> Any:
    """These rows of a tensor."""
    if len(rows) == tensor.shape[0] and all(row == i for i, row in enumerate(rows)):
        return tf.convert_to_tensor(tensor)
    return tf.gather(tensor, np.array(rows, np.int32))


def divided(rows: Any, sizes: Sequence[int], whole: bool) -> list[Any]:
    """The tensors of calls with so many rows each; `whole`: a row is the tensor of a call."""
    if whole:
        return list(tf.unstack(rows, num=len(sizes)))
    return list(tf.split(rows, sizes)) if len(sizes) > 1 else [rows]


def placed(argument: Any) -> tuple[Any, int]:
    """A tensor that holds the rows of an argument, and the first of them."""
    if type(argument) is not Link:
        return argument, 0
    if argument.call.place is not None:
        return argument.call.place[0][argument.result], argument.call.place[1]
    return argument.rows(), 0


def keep(calls: Sequence[Call], needed: set[int]) -> None:
    """Gives the calls that are needed their results as tensors of their own: one split for those of one place."""
    sharing: dict[int, list[Call]] = {}
    for call in calls:
        call.values = []
        if call.place is not None and call.number in needed:
            sharing.setdefault(id(call.place[0]), []).append(call)
    for group in sharing.values():
        _divide(group)
    for call in calls:
        call.place = None


def _divide(group: Sequence[Call]) -> None:
    places = [call.place for call in group if call.place is not None]
    results, sizes = places[0][0], [call.rows for call in group]
    index = ranges(np.array([start for _, start in places]), np.array(sizes))
    rows = [_taken(result, index.tolist()) for result in results]
    pairs = zip(rows, group[0].signature.row_specs, strict=True)
    parts = [divided(result, sizes, spec.whole) for result, spec in pairs]
    for i, call in enumerate(group):
        call.values = [part[i] for part in parts]
