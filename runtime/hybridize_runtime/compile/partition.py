"""Cuts a traced cell into what is computed once, before, in and after the loop over groups.

- *invariants* follow from weights and constants: computed once;
- *hoisted* tensors follow from external inputs too: computed for all vertices of a kind at once, before the loop
  (the input projection becomes one GEMM);
- what follows from the states of children and leads to the own state is in the loop;
- what only pushed results need is computed after it, for all vertices at once.

The backward pass of the loop is derived with TensorFlow's own gradients.  A weight that meets rows in an operation
(`use`) gets its gradient after the loop: the loop stores the rows on both sides of the operation, and one GEMM over
all vertices replaces one per group (the lazy batching of Cavs).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import ml_dtypes  # TensorFlow needs it
import numpy as np
import tensorflow as tf

from hybridize_runtime.compile.noise import is_random
from hybridize_runtime.compile.replay import Replay, unreduced
from hybridize_runtime.compile.tracing import Trace, ancestors
from hybridize_runtime.compile.uses import SAME_SHAPE, Class, Use, find_uses, follows_from_captures

# Cheap to repeat: nothing is computed, only looked at in another way.
VIEWS = frozenset(
    "Identity Reshape Split SplitV StridedSlice Slice Squeeze ExpandDims Shape Pack Unpack Cast Const BroadcastGradientArgs "
    "Range Prod ConcatV2 Fill GatherV2 Neg StopGradient Size Rank ZerosLike OnesLike".split()
)
HEAVY = frozenset(("MatMul", "BatchMatMulV2", "Einsum", "Conv2D", "GatherV2", "ResourceGather"))
ROUNDED = 8  # last places by which equal numbers differ after a few operations
PROBE = 3  # rows of the trial that tells which tensors have one row, or several, per vertex


@dataclass(frozen=True, eq=False)
class Program:
    """One kind, cut.  All tensors are symbolic tensors of the trace.

    `saved`: computed in the loop and stored per vertex, for the backward loop and for what follows the loop.
    `exports`: those of `saved` that results need.  `state_gradients`, `export_gradients`: what the backward loop
    receives.  `child_gradients`, `hoisted_gradients`, `uses`, `summed`: what it yields; `summed` are weights whose
    gradient is added up in the loop.  `read_again`: names of the hoisted tensors that the backward pass reads.
    """

    trace: Trace
    factors: Mapping[str, int]
    invariants: tuple[Any, ...]
    hoisted: tuple[Any, ...]
    looped: tuple[str, ...]
    saved: tuple[Any, ...]
    exports: tuple[Any, ...]
    state_gradients: Mapping[str, Any]
    export_gradients: Mapping[str, Any]
    child_gradients: Mapping[str, Any]
    hoisted_gradients: Mapping[str, Any]
    uses: tuple[Use, ...]
    summed: tuple[tuple[Any, Any], ...]
    read_again: frozenset[str]

    @property
    def biases(self) -> tuple[Use, ...]:
        """Uses whose gradient is a sum of rows."""
        return tuple(use for use in self.uses if use.op.type in SAME_SHAPE)

    @cached_property
    def passing(self) -> frozenset[str]:
        """Names of those of `saved` that the backward loop reads group by group, and nothing reads for all vertices."""
        names = {t.name for t in self.saved}
        found = {t.name for t in self.exports}
        replay = Replay(self.trace, {}, rows=0, factors=self.factors)
        seen: set[str] = set()
        stack = [rows for use in self.uses for rows in use.stored]
        while stack:
            tensor = stack.pop()
            if tensor.name in names:
                found.add(tensor.name)
            elif tensor.name not in seen:
                seen.add(tensor.name)
                stack.extend(replay._inputs(tensor))
        return frozenset(names - found)

    @property
    def source(self) -> bool:
        """Whether the vertices of this kind are computed before the loop."""
        return not self.looped


def partition(trace: Trace, fuse: bool = False) -> Program:
    """Cuts a trace.  Raises CellError for operations that cannot be cut.

    `fuse`: only matrix products and look-ups are hoisted, and what is done to their results element by element is in
    the loop, also of cells without children.  For XLA, to which a tile of rows in the cache costs less than all rows.
    """
    factors = row_factors(trace)
    classes = classify(trace)
    if fuse and trace.pulls:
        classes |= dict.fromkeys(_light(trace, classes), Class.LOOP)
    if not comes_before(trace, fuse):
        classes |= {t.name: Class.LOOP for t in trace.state.values()}
    looped = tuple(name for name, t in trace.state.items() if classes[t.name] is Class.LOOP)
    needed = ancestors([trace.state[name] for name in looped])
    exports = tuple(_exports(trace, classes, needed, factors))
    fixed = _frontier(trace, classes, factors, [trace.state[name] for name in looped], exports)
    with trace.graph.as_default():
        return _derive(trace, factors, classes, looped, exports, fixed)


def row_factors(trace: Trace) -> dict[str, int]:
    """For each tensor of rows how many there are per vertex, found by computing all of them once, on zeros.

    Numbers of rows, as `tf.range` makes them, are none: they differ from group to group, and are computed where they are
    read.
    """
    if trace.factors:
        return dict(trace.factors)
    factors: dict[str, int] = {}
    operations = trace.graph.get_operations()[: trace.forward]
    counted = _counted(operations)
    with tf.init_scope():
        zeros = {t.name: tf.zeros([PROBE, *t.shape[1:]], t.dtype) for t in placeholders(trace)}
        run = Replay(trace, {**zeros, **captured(trace), **tried_seeds(trace)})
        for tensor in (t for op in operations for t in op.outputs):
            if tensor.dtype == tf.resource or tensor.shape.rank in (None, 0) or tensor.shape[0] is not None:
                continue
            value = run(tensor)
            if value.shape[0] % PROBE == 0 and (tensor.op.name not in counted or _alike(value)):
                factors[tensor.name] = value.shape[0] // PROBE
    trace.factors.update(factors)  # at once: other threads take what is there for all of them
    return factors


def _alike(rows: Any) -> bool:
    """Whether all rows are equal up to rounding: vector instructions round some of equal numbers otherwise."""
    if not rows.dtype.is_floating:
        return bool(tf.reduce_all(tf.equal(rows, rows[:1])))
    wide = tf.cast(rows, tf.float64).numpy()
    largest = np.abs(wide[np.isfinite(wide)]).max(initial=0.0)
    rounding = ROUNDED * float(ml_dtypes.finfo(rows.dtype.as_numpy_dtype).eps) * largest
    return bool(np.allclose(wide, wide[:1], rtol=0.0, atol=rounding, equal_nan=True))


def _counted(operations: Iterable[Any]) -> set[str]:
    """Names of the operations that depend on the number of rows, or nothing, but not on what is in them."""
    found: set[str] = set()
    for op in operations:
        above = bool(op.inputs) and all(t.op.name in found for t in op.inputs)
        if op.type in ("Const", "Shape", "Size") or (above and not op.op_def.is_stateful):
            found.add(op.name)
    return found


def _noise(trace: Trace) -> set[str]:
    """Names of the operations that follow from seeds and numbers of rows, and from nothing that is in the rows."""
    operations = trace.graph.get_operations()[: trace.forward]
    counted = _counted(operations)
    found = {symbol.op.name for symbol, _ in trace.seeds}
    for op in operations if found else ():
        above = {t.op.name for t in op.inputs}
        if above & found and above <= found | counted:
            found.add(op.name)
    return found - {symbol.op.name for symbol, _ in trace.seeds}


def tried_seeds(trace: Trace) -> dict[str, Any]:
    """Some seeds."""
    return {symbol.name: tf.constant([0, i], symbol.dtype) for i, (symbol, _) in enumerate(trace.seeds)}


def placeholders(trace: Trace) -> list[Any]:
    """Inputs of the trace that have rows."""
    children = list(trace.children.values()) if trace.kind.slots else []
    return [*children, *([] if trace.used is None else [trace.used]), *trace.pulls.values()]


def captured(trace: Trace) -> dict[str, Any]:
    """Values of captured tensors; variables are read by their operations."""
    return {inside.name: outside for outside, inside in trace.captures if outside.dtype != tf.resource}


def classify(trace: Trace) -> dict[str, Class]:
    """The class of every tensor."""
    classes: dict[str, Class] = {inside.name: Class.INVARIANT for _, inside in trace.captures}
    classes |= {t.name: Class.INPUT for t in trace.pulls.values()}
    loop = [
        *(trace.children.values() if trace.kind.slots else ()),
        *([] if trace.used is None else [trace.used]),
    ]
    classes |= {t.name: Class.LOOP for t in loop}
    noise = _noise(trace)
    for op in trace.graph.get_operations()[: trace.forward]:
        of = max((classes[t.name] for t in op.inputs), default=Class.INVARIANT)
        if op.name in noise and of is Class.LOOP:
            of = Class.INPUT  # only the number of rows is from the loop: drawn for all of them, before it
        for tensor in op.outputs:
            classes.setdefault(tensor.name, of)
    return classes


def comes_before(trace: Trace, fuse: bool) -> bool:
    """Whether all vertices of a kind are computed before the loop; `fuse`: as for `partition`."""
    return not trace.kind.slots and not (fuse and trace.pulls)


def _light(trace: Trace, classes: Mapping[str, Class]) -> set[str]:
    """Tensors that follow from inputs and that no product or look-up needs."""
    heavy = set()
    for op in reversed(trace.graph.get_operations()[: trace.forward]):
        of_inputs = any(classes[t.name] is Class.INPUT for t in op.outputs)
        if of_inputs and (op.type in HEAVY or is_random(op) or op.name in heavy):
            heavy |= {op.name, *(t.op.name for t in op.inputs)}
    pulled = {t.op.name for t in trace.pulls.values()}
    ops = [op for op in trace.graph.get_operations()[: trace.forward] if op.name not in heavy | pulled]
    return {t.name for op in ops for t in op.outputs if classes[t.name] is Class.INPUT}


def _exports(
    trace: Trace, classes: Mapping[str, Class], needed: set[str], factors: Mapping[str, int]
) -> list[Any]:
    """Where what is computed after the loop starts: rows that the loop computes, or gathers."""
    found: dict[str, Any] = {}
    seen: set[str] = set()
    loops = {t.name for t in placeholders(trace)} - {t.name for t in trace.pulls.values()}
    stack = list(trace.pushes.values())
    while stack:
        tensor = stack.pop()
        if tensor.name in seen or classes[tensor.name] is not Class.LOOP:
            continue
        seen.add(tensor.name)
        if tensor.name in factors and (tensor.op.name in needed or tensor.name in loops):
            found[tensor.name] = tensor
        else:
            stack.extend(tensor.op.inputs)
    return sorted(found.values(), key=lambda t: t.name)


def _frontier(
    trace: Trace,
    classes: Mapping[str, Class],
    factors: Mapping[str, int],
    ends: Iterable[Any],
    exports: Iterable[Any],
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Invariants and hoisted tensors that operations in the loop read."""
    invariants: dict[str, Any] = {}
    hoisted: dict[str, Any] = {}
    for name in ancestors([*ends, *exports]):
        op = trace.graph.get_operation_by_name(name)
        if any(classes[t.name] is Class.LOOP for t in op.outputs):
            for t in op.inputs:
                _place(t, classes, factors, invariants, hoisted)
    return invariants, hoisted


def _place(
    tensor: Any,
    classes: Mapping[str, Class],
    factors: Mapping[str, int],
    invariants: dict[str, Any],
    hoisted: dict[str, Any],
) -> None:
    """Notes what has to come from before the loop.

    What has no rows, such as a shape, is computed again where it follows from nothing that is captured.
    """
    if classes[tensor.name] is Class.INPUT:
        if tensor.name in factors:
            hoisted[tensor.name] = tensor
        else:
            for below in tensor.op.inputs:
                _place(below, classes, factors, invariants, hoisted)
    elif (
        classes[tensor.name] is Class.INVARIANT
        and tensor.dtype != tf.resource
        and (tensor.dtype.is_floating or follows_from_captures(tensor))
    ):
        invariants[tensor.name] = tensor


def _derive(
    trace: Trace,
    factors: dict[str, int],
    classes: dict[str, Class],
    looped: tuple[str, ...],
    exports: tuple[Any, ...],
    fixed: tuple[dict[str, Any], dict[str, Any]],
) -> Program:
    """Adds the gradients to the graph and finds what they need."""
    invariants, hoisted = fixed
    targets = {name: trace.state[name] for name in looped}
    seeds = {name: _seed(t) for name, t in targets.items()}
    export_seeds = {t.name: _seed(t) for t in exports if t.dtype.is_floating}
    ends = [*targets.values(), *(t for t in exports if t.name in export_seeds)]
    given = [*seeds.values(), *export_seeds.values()]
    noise = _noise(trace)
    float_hoisted = {name: t for name, t in hoisted.items() if t.dtype.is_floating and t.op.name not in noise}
    children = trace.children if trace.kind.slots else {}
    candidates, rest = find_uses(classes, factors, invariants, ancestors(ends))
    wanted = [*children.values(), *float_hoisted.values(), *(op.outputs[0] for op, *_ in candidates), *rest]
    # What comes from before the loop is differentiated there.  Where one such tensor follows from another, what arrives
    # at the first must not count what passes through the second as well.
    from_before = [*children.values(), *float_hoisted.values(), *invariants.values()]
    found = _gradients(ends, wanted, given, from_before)
    at = iter([_dense(gradient, factors) for gradient in found])
    child = {name: g for name in children if (g := next(at)) is not None}
    inputs = {name: g for name in float_hoisted if (g := next(at)) is not None}
    uses = [Use(op, w, rows, g) for op, w, rows in candidates if (g := next(at)) is not None]
    summed = [(w, g) for w in rest if (g := next(at)) is not None]
    for symbol, like in _like(
        trace, seeds, export_seeds, targets, exports, child, inputs, float_hoisted, uses
    ):
        factors.setdefault(symbol.name, factors[like.name])
    saved = {t.name: t for t in exports}
    again: dict[str, Any] = {}
    yielded = [*child.values(), *inputs.values(), *(u.gradient for u in uses), *(g for _, g in summed)]
    _needs(
        [*yielded, *(rows for use in uses for rows in use.stored)],
        trace, classes, factors, saved, invariants, again,
    )  # fmt: skip
    return Program(
        trace, factors, _sorted(invariants), _sorted(hoisted | again), looped, _sorted(saved), exports,
        seeds, export_seeds, child, inputs, tuple(uses), tuple(summed), frozenset(again),
    )  # fmt: skip


def _gradients(ends: list[Any], wanted: list[Any], given: list[Any], fixed: list[Any]) -> list[Any]:
    return (
        tf.gradients(ends, wanted, given, stop_gradients=fixed) if ends and wanted else [None] * len(wanted)
    )


def _sorted(tensors: Mapping[str, Any]) -> tuple[Any, ...]:
    return tuple(tensors[name] for name in sorted(tensors))


def _seed(tensor: Any) -> Any:
    return tf.compat.v1.placeholder(tensor.dtype, tensor.shape)


def _dense(gradient: Any, factors: Mapping[str, int]) -> Any:
    """As a tensor, and one for both operands of a sum: it is stored once."""
    if gradient is None:
        return None
    tensor = tf.convert_to_tensor(gradient)
    while (same := unreduced(tensor, factors)) is not None:
        tensor = same
    return tensor


def _like(
    trace: Trace,
    seeds: Any,
    export_seeds: Any,
    targets: Any,
    exports: Any,
    child: Any,
    inputs: Any,
    hoisted: Any,
    uses: Any,
) -> Iterable[tuple[Any, Any]]:
    """Gradients have as many rows as what they are gradients of."""
    yield from ((seeds[name], targets[name]) for name in seeds)
    yield from ((export_seeds[t.name], t) for t in exports if t.name in export_seeds)
    yield from ((child[name], trace.children[name]) for name in child)
    yield from ((inputs[name], hoisted[name]) for name in inputs)
    yield from ((use.gradient, use.op.outputs[0]) for use in uses)


def _needs(
    tensors: Iterable[Any],
    trace: Trace,
    classes: Mapping[str, Class],
    factors: Mapping[str, int],
    saved: dict[str, Any],
    invariants: dict[str, Any],
    hoisted: dict[str, Any],
) -> None:
    """Adds what the tensors of the backward loop need from the forward loop."""
    gathered = {t.name for t in placeholders(trace)} - {t.name for t in trace.pulls.values()}
    before = {op.name for op in trace.graph.get_operations()[: trace.forward]}
    replay = Replay(trace, {}, rows=0, factors=factors)
    seen: set[str] = set()
    stack = [*tensors]
    while stack:
        t = stack.pop()
        if t.name in seen or t.name in saved or t.name in gathered:
            continue
        seen.add(t.name)
        if t.op.name not in before:
            stack.extend(replay._inputs(t))
        elif classes[t.name] is not Class.LOOP:
            _place(t, classes, factors, invariants, hoisted)
        elif t.op.type in VIEWS or t.name not in factors or _adds_up(t, gathered):
            stack.extend(replay._inputs(t))
        else:
            saved[t.name] = t


def _adds_up(tensor: Any, gathered: set[str]) -> bool:
    """Whether a tensor is a sum of children's states: these are read again in less time than it is stored and read."""
    return tensor.op.type == "Sum" and tensor.op.inputs[0].name in gathered
