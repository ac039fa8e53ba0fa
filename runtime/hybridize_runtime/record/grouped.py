"""Recorded calls, group after group: each group is one call of its cell on the rows of all its calls.

Nothing is traced but the cells themselves, and these when they are used often, so this is how calls are executed that were
not seen together before.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import tensorflow as tf

from hybridize_runtime.compile.tracing import named
from hybridize_runtime.graph.graphs import Ints, heights_of, ranges
from hybridize_runtime.graph.schedule import POLICIES, Forest
from hybridize_runtime.record.call_arrays import CallArrays, taken
from hybridize_runtime.record.call_log import Call
from hybridize_runtime.record.stages import Stage


def run_grouped(recorded: CallArrays, stage: Stage) -> int:
    """Computes the results of the calls of a stage; those that depend on each other in groups, by the policies of plans.

    Returns how many groups there were.
    """
    groups = list(_groups(recorded, stage.calls)) if stage.recursive else [stage.calls]
    for group in groups:
        signature = recorded.signatures[recorded.codes[group[0]]]
        columns = zip(recorded.given(group).T, signature.rows, strict=True)
        rows = [recorded.column(given, spec.dtype).joined(recorded.rows[group]) for given, spec in columns]
        with named(signature.name):
            recorded.put(group, signature.together(rows))
    return len(groups)


def _groups(recorded: CallArrays, calls: Ints) -> Iterable[Ints]:
    """Calls of the same cell that do not depend on each other."""
    n = len(calls)
    index = np.full(len(recorded), -1)
    index[calls] = np.arange(n)
    parents, children = index[recorded.parents], index[recorded.children]
    inside = (parents >= 0) & (children >= 0)
    parents, children = parents[inside], children[inside]
    _, kinds = np.unique(recorded.codes[calls], return_inverse=True)
    arity = np.bincount(parents, minlength=n)
    inner = set(kinds[arity > 0].tolist())
    count = int(kinds.max()) + 1
    forest = Forest(
        kinds=kinds,
        offsets=np.concatenate([[0], np.cumsum(arity)]),
        children=children,
        heights=heights_of(parents, children, n)[0],
        arity=arity,
        starts=np.array([0, n]),
        pulls={},
        reads=np.zeros(0, np.int32),
        kind_count=count,
        sources=frozenset(range(count)) - inner,
    )
    numbers = POLICIES["depth" if len(inner) <= 1 else "kind"](forest)
    order = np.argsort(numbers, kind="stable")
    return np.split(calls[order], np.cumsum(np.bincount(numbers))[:-1])


def divided(rows: Any, sizes: Sequence[int], whole: bool) -> list[Any]:
    """The tensors of calls with so many rows each; `whole`: a row is the tensor of a call."""
    if whole:
        return list(tf.unstack(rows, num=len(sizes)))
    return list(tf.split(rows, sizes)) if len(sizes) > 1 else [rows]


def keep(recorded: CallArrays, handles: Sequence[Call | None], done: Ints) -> None:
    """Gives the calls that can be read their results as tensors of their own: one split for those of one place."""
    mine = [call for call in done.tolist() if handles[call] is not None]
    sharing: dict[int, list[int]] = {}
    for call in mine:
        if call in recorded.alone:
            _set(handles[call], recorded.alone[call])
        else:
            sharing.setdefault(int(recorded.place[call]), []).append(call)
    for place, group in sharing.items():
        sizes = recorded.rows[group]
        index = ranges(recorded.start[group], sizes)
        specs = recorded.signatures[recorded.codes[group[0]]].row_specs
        pairs = zip(recorded.buffers[place], specs, strict=True)
        parts = [divided(taken(rows, index), sizes.tolist(), spec.whole) for rows, spec in pairs]
        for i, call in enumerate(group):
            _set(handles[call], [part[i] for part in parts])


def _set(call: Call | None, values: list[Any]) -> None:
    assert call is not None
    call.values = values
