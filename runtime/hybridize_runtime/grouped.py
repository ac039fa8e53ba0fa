"""Recorded calls, group after group: each group is one call of its cell on the rows of all its calls.

Nothing is traced but the cells themselves, so this is how calls are executed that were not seen together before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import tensorflow as tf

from hybridize_runtime.futures import Link
from hybridize_runtime.graphs import Ints
from hybridize_runtime.recording import Call
from hybridize_runtime.schedule import POLICIES, Forest

Place = tuple[list[Any], int]  # results of a group, and the first row of a call in them


def run_grouped(calls: Sequence[Call], needed: set[int]) -> None:
    """Computes the results of the calls; those that are not `needed` afterwards are not kept."""
    groups = _groups(calls)
    places: dict[int, Place] = {}
    kept: dict[int, list[Any]] = {}
    for group in groups:
        width = len(group[0].arguments)
        results = group[0].signature.compiled(*(_rows(group, i, places) for i in range(width)))
        start = 0
        for call in group:
            places[call.number] = (results, start)
            start += call.rows
        _keep(group, results, needed, kept)
    for call in calls:
        call.values = kept.get(call.number, [])


def _groups(calls: Sequence[Call]) -> list[list[Call]]:
    """Calls of the same cell that do not depend on each other, by the policies of plans."""
    index = {call.number: i for i, call in enumerate(calls)}
    below = [
        [index[a.call.number] for a in call.arguments if type(a) is Link and a.call.values is None]
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


def _rows(group: Sequence[Call], i: int, places: dict[int, Place]) -> Any:
    """The i-th argument of all calls of a group, [rows, ...]."""
    sources: dict[int, tuple[Any, list[int]]] = {}  # by identity: the tensor, and which of its rows are read
    order: list[
        tuple[int, int, int]
    ] = []  # for each call: source, first among the rows read from it, how many
    for call in group:
        argument = call.arguments[i]
        place = (
            places.get(argument.call.number)
            if type(argument) is Link and argument.call.values is None
            else None
        )
        if place is not None:
            tensor, start = place[0][argument.result], place[1]
        else:
            tensor, start = argument.value() if type(argument) is Link else argument, 0
        _, rows = sources.setdefault(id(tensor), (tensor, []))
        order.append((id(tensor), len(rows), call.rows))
        rows.extend(range(start, start + call.rows))
    first, total = {}, 0
    for key, (_, rows) in sources.items():
        first[key] = total
        total += len(rows)
    joined = _joined([_taken(tensor, rows) for tensor, rows in sources.values()])
    index = np.concatenate([np.arange(first[key] + at, first[key] + at + n) for key, at, n in order])
    return joined if np.array_equal(index, np.arange(total)) else tf.gather(joined, index)


def _taken(tensor: Any, rows: Sequence[int]) -> Any:
    """These rows of a tensor."""
    if len(rows) == tensor.shape[0] and all(row == i for i, row in enumerate(rows)):
        return tensor
    return tf.gather(tensor, np.array(rows, np.int32))


def _joined(parts: Sequence[Any]) -> Any:
    if all(isinstance(part, np.ndarray) for part in parts):
        return tf.constant(np.concatenate(parts))
    return tf.concat(parts, 0) if len(parts) > 1 else tf.convert_to_tensor(parts[0])


def _keep(
    group: Sequence[Call], results: Sequence[Any], needed: set[int], kept: dict[int, list[Any]]
) -> None:
    if not any(call.number in needed for call in group):
        return
    sizes = [call.rows for call in group]
    parts = [tf.split(rows, sizes) if len(sizes) > 1 else [rows] for rows in results]
    for i, call in enumerate(group):
        if call.number in needed:
            kept[call.number] = [part[i] for part in parts]
