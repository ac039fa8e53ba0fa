"""Group after group, by Python: each is one call of a small traced function of its kind, on all of its rows.

Nothing is cut, stored or derived: gradients are those that tapes take of these functions.  So a kind is ready after a
fraction of a second, and kinds that a plan does not have cost nothing; but every group takes time in Python.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import tensorflow as tf

from hybridize_runtime.compile.cells import Rows
from hybridize_runtime.compile.replay import Replay
from hybridize_runtime.compile.tracing import Trace
from hybridize_runtime.execute.outputs import Outputs, Way
from hybridize_runtime.graph.batches import check_pulls, pushers
from hybridize_runtime.graph.graphs import Ints
from hybridize_runtime.graph.plan import Plan

Blocks = list[list[Any]]  # by group, its states: a tensor [rows, ...] per component


@dataclass(frozen=True, eq=False)
class Reading:
    """Rows of earlier groups: which groups, and where in what they make one after the other.

    `lacking`: whether some vertex has no row there: then a row of zeros stands before all others.
    """

    groups: tuple[int, ...]
    index: Any
    lacking: bool


@dataclass(frozen=True, eq=False)
class Route:
    """What Python needs to know of a plan.

    `kinds`, `sizes`: of each group.  `below`: what each group reads, None for vertices without children.  `reads`: the same
    for the states that the caller reads.  `pulls`: rows of inputs by kind and name, `parts`: the sizes of the groups of a
    kind.  `pushed`: by name the groups that push it, and the order of their rows, None where it is right already.
    """

    kinds: list[int]
    sizes: list[int]
    below: list[Reading | None]
    reads: Reading
    pulls: dict[tuple[int, str], Any]
    parts: dict[int, list[int]]
    pushed: dict[str, tuple[list[int], Any | None]]


def route_of(plan: Plan, traces: Sequence[Trace]) -> Route:
    """The way through a plan.  Raises GraphError where a vertex has no row of an input that its cell pulls."""
    check_pulls(plan, traces)
    kinds, sizes, starts, rows, _ = plan.steps.T.tolist()
    ends = np.cumsum(sizes)
    group = np.repeat(np.arange(len(sizes)), sizes)
    children = plan.child_positions
    below: list[Reading | None] = [
        _reading(children[k][row : row + n].reshape(-1), group, ends, plan.steps, plan.kinds[k].padded)
        if plan.kinds[k].slots
        else None
        for k, n, row in zip(kinds, sizes, rows, strict=True)
    ]
    reads = _reading(plan.position[plan.forest.reads], group, ends, plan.steps, False)
    pulls = {(k, name): plan.pulled_rows(k, name) for k in sorted(set(kinds)) for name in traces[k].pulls}
    pushed: dict[str, tuple[list[int], Ints | None]] = {}
    for name, pushing in pushers(traces).items():
        mine = [g for g, k in enumerate(kinds) if k in pushing]
        vertices = [plan.order[starts[g] : starts[g] + sizes[g]] for g in mine]
        order = np.argsort(np.concatenate(vertices), kind="stable") if mine else np.zeros(0, int)
        pushed[name] = (mine, None if (order == np.arange(len(order))).all() else order)
    tensors = _as_tensors(
        [
            *(read.index for read in below if read is not None),
            reads.index,
            *(index.reshape(-1) for index in pulls.values()),
            *(order for _, order in pushed.values() if order is not None),
        ]
    )
    parts: dict[int, list[int]] = defaultdict(list)
    for k, n in zip(kinds, sizes, strict=True):
        parts[k].append(n)
    return Route(
        kinds,
        sizes,
        [None if read is None else replace(read, index=next(tensors)) for read in below],
        replace(reads, index=next(tensors)),
        {key: tf.reshape(next(tensors), index.shape) for key, index in pulls.items()},
        dict(parts),
        {name: (mine, None if order is None else next(tensors)) for name, (mine, order) in pushed.items()},
    )


def _as_tensors(arrays: Sequence[Ints]) -> Any:
    """Tensors of these numbers: one that is split, because each that comes from Python takes its time."""
    with tf.init_scope():
        flat = tf.constant(np.concatenate(arrays).astype(np.int32))
        return iter(tf.split(flat, [len(array) for array in arrays]))


def _reading(positions: Ints, group: Ints, ends: Ints, steps: Ints, lacking: bool) -> Reading:
    """Where these positions are; `lacking`: -1 may be among them."""
    used = positions >= 0
    groups = np.unique(group[positions[used]])
    sizes = steps[groups, 1]
    shift = np.zeros(len(ends), np.int64)
    shift[groups] = np.cumsum(sizes) - ends[groups] + lacking
    safe = np.where(used, positions, 0)
    return Reading(tuple(groups.tolist()), np.where(used, safe + shift[group[safe]], 0), lacking)


class Functions:
    """The traced functions of the kinds of a network, made when first needed."""

    def __init__(self, traces: Sequence[Trace], state: Mapping[str, Rows]) -> None:
        self.traces, self.state = traces, state
        outside = {
            id(tensor): trace.variables.get(id(tensor), tensor)
            for trace in traces
            for tensor, _ in trace.captures
            if id(tensor) in trace.variables or (tensor.dtype.is_floating and tensor.dtype != tf.resource)
        }
        self.fixed = list(outside.values())  # variables, and tensors, that gradients may be asked of
        self._place = {key: i for i, key in enumerate(outside)}
        self._made: dict[int, Any] = {}

    def places(self, kind: int) -> list[int]:
        """Which of `fixed` a kind reads."""
        found = [self._place[id(t)] for t, _ in self.traces[kind].captures if id(t) in self._place]
        return list(dict.fromkeys(found))

    def of(self, kind: int) -> Any:
        """Of flat arguments: blocks of rows per component, their index; pulled rows; what is fixed; seeds."""
        if tf.config.functions_run_eagerly():
            return self._function(kind).python_function
        if kind not in self._made:
            with tf.init_scope():
                self._made[kind] = self._function(kind).get_concrete_function()
        return self._made[kind]

    def _function(self, kind: int) -> Any:
        trace, places = self.traces[kind], self.places(kind)
        slots = trace.kind.slots
        below = [tf.TensorSpec([None, *rows.shape], rows.dtype) for rows in self.state.values()]
        signature = [
            *((*below, tf.TensorSpec([None], tf.int32)) if slots else ()),
            *(tf.TensorSpec(t.shape, t.dtype) for t in trace.pulls.values()),
            *(tf.TensorSpec(self.fixed[i].shape, self.fixed[i].dtype) for i in places),
            *(tf.TensorSpec([2], symbol.dtype) for symbol, _ in trace.seeds),
            tf.TensorSpec([], tf.int32),
        ]

        def call(*arguments: Any) -> list[Any]:
            given = iter(arguments)
            known: dict[str, Any] = {}
            if slots:
                blocks = [next(given) for _ in below]
                known |= self._children(trace, blocks, next(given))
            known |= {t.name: next(given) for t in trace.pulls.values()}
            fixed = {i: next(given) for i in places}
            known |= {
                inside.name: fixed.get(self._place.get(id(tensor), -1), tensor)
                for tensor, inside in trace.captures
                if tensor.dtype != tf.resource
            }
            known |= {symbol.name: next(given) for symbol, _ in trace.seeds}
            count = next(given)
            replay = Replay(trace, known)
            reads = {id(trace.variables[key]): fixed[self._place[key]] for key in trace.variables}
            replay.read = lambda variable: (
                reads[id(variable)] if id(variable) in reads else variable.read_value()
            )
            results = [*(trace.state[name] for name in self.state), *trace.pushes.values()]
            return [_all(replay(symbol), count, symbol) for symbol in results]

        return tf.function(call, autograph=False, input_signature=signature)

    def _children(self, trace: Trace, blocks: Sequence[Any], index: Any) -> dict[str, Any]:
        index = tf.reshape(index, [-1, trace.kind.slots])
        known = {}
        for symbol, rows in zip(trace.children.values(), blocks, strict=True):
            known[symbol.name] = _rows(rows, index)
        if trace.used is not None:
            known[trace.used.name] = tf.cast(index[:, :, None] > 0, trace.used.dtype)
        return known


def _all(rows: Any, count: Any, symbol: Any) -> Any:
    """A row for each vertex, where there is one for all."""
    full = tf.broadcast_to(rows, tf.concat([[count], tf.shape(rows)[1:]], 0))
    return full if symbol.shape[0] == 1 else rows


def run_groups(functions: Functions, route: Route, inputs: Mapping[str, Any], way: Way) -> Outputs:
    """States and pushed rows of a batch, group by group."""
    names = list(functions.state)
    none = [tf.zeros([1, *rows.shape], rows.dtype) for rows in functions.state.values()]
    fixed = _connected(functions.fixed)
    pulled = _pulled(route, inputs)
    blocks: Blocks = []
    pushed: dict[str, dict[int, Any]] = defaultdict(dict)
    for g, (k, n, below) in enumerate(zip(route.kinds, route.sizes, route.below, strict=True)):
        trace = functions.traces[k]
        read = [] if below is None else [*_joined(none, blocks, below), below.index]
        rows = [next(pulled[k, name]) for name in trace.pulls]
        seeds = [
            way.seeds[f"{k}/{i}"] + tf.constant([0, g], symbol.dtype)
            for i, (symbol, _) in enumerate(trace.seeds)
        ]
        weights = [fixed[i] for i in functions.places(k)]
        found = functions.of(k)(*read, *rows, *weights, *seeds, tf.constant(n))
        blocks.append(found[: len(names)])
        for name, value in zip(trace.pushes, found[len(names) :], strict=True):
            pushed[name][g] = value
    state = [_rows(rows, route.reads.index) for rows in _joined(none, blocks, route.reads)]
    return Outputs(
        dict(zip(names, state, strict=True)),
        {name: _ordered(functions, name, pushed[name], *route.pushed[name]) for name in route.pushed},
    )


def _joined(none: Sequence[Any], blocks: Blocks, read: Reading) -> list[Any]:
    """Per component the rows of these groups, one group after the other."""
    result = []
    for i, zero in enumerate(none):
        rows = [*([zero] if read.lacking else ()), *(blocks[g][i] for g in read.groups)]
        result.append(tf.concat(rows, 0) if len(rows) > 1 else (rows or [zero])[0])
    return result


@tf.custom_gradient  # type: ignore[untyped-decorator]
def _rows(blocks: Any, index: Any) -> Any:
    """These rows, with a gradient that is no slices: others are added to it."""
    count = tf.shape(blocks)[0]
    return tf.gather(blocks, index), lambda arrived: (
        tf.math.unsorted_segment_sum(arrived, index, count),
        None,
    )


def _pulled(route: Route, inputs: Mapping[str, Any]) -> dict[tuple[int, str], Any]:
    """By kind and input, the rows of one group after the other."""
    found = {}
    for (k, name), index in route.pulls.items():
        rows = tf.gather(inputs[name], index)
        found[k, name] = iter(tf.split(rows, route.parts[k]) if len(route.parts[k]) > 1 else [rows])
    return found


def _ordered(
    functions: Functions, name: str, parts: Mapping[int, Any], groups: Sequence[int], order: Any | None
) -> Any:
    if not groups:
        symbol = next(trace.pushes[name] for trace in functions.traces if name in trace.pushes)
        return tf.zeros([0, *symbol.shape[1:]], symbol.dtype)
    rows = tf.concat([parts[g] for g in groups], 0) if len(groups) > 1 else parts[groups[0]]
    return rows if order is None else tf.gather(rows, order)


def _connected(fixed: Sequence[Any]) -> list[Any]:
    """The values of variables and tensors; what no group reads has a gradient of zeros, and none has slices for one."""
    if not fixed:
        return []

    @tf.custom_gradient  # type: ignore[untyped-decorator]
    def same(*values: Any) -> Any:
        def gradient(*arrived: Any) -> list[Any]:
            pairs = zip(values, arrived, strict=True)
            return [tf.zeros_like(v) if a is None else tf.convert_to_tensor(a) for v, a in pairs]

        return [tf.identity(value) for value in values], gradient

    found = same(*map(tf.convert_to_tensor, fixed))
    return list(found) if isinstance(found, (list, tuple)) else [found]
