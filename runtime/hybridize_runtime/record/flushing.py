"""Executes recorded calls: one by one, in groups, or by a network, by the same plans and loops as instance graphs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import tensorflow as tf

from hybridize_runtime.compile.threads import lock
from hybridize_runtime.errors import InputError
from hybridize_runtime.execute.tapes import recording
from hybridize_runtime.graph.graphs import Ints
from hybridize_runtime.record.call_arrays import CallArrays, Mask
from hybridize_runtime.record.call_log import FEW, Call, Log, Recorder, unrecorded
from hybridize_runtime.record.families import Family, family_of, has_paid, note_groups
from hybridize_runtime.record.grouped import keep, run_grouped
from hybridize_runtime.record.stages import Stage, stages_of
from hybridize_runtime.record.sums import run_sums
from hybridize_runtime.record.vertices import Batch, batch_of


def execute_log(recorder: Recorder, target: Call | None) -> None:
    """Computes what can be read of the pending calls; the rest is forgotten.

    Calls of a tape that is over stay pending: raises InputError where `target` depends on one.  Calls that no tape saw are
    executed as if there was none.
    """
    log = recorder.log
    handles = [handle() for handle in log.handles]
    with unrecorded():
        recorded = CallArrays(log)
        alive = np.array([handle is not None for handle in handles])
        taped = np.array([taped for _, taped in log.epochs])[recorded.epochs]
        late = np.zeros(len(recorded), bool)
        if not recording() and taped.any():
            late = recorded.dependent(taped)
            _check(recorded, target, taped)
        needed = recorded.needed(alive & ~late)
        waiting = recorded.needed(alive & late) & ~needed
        for epoch in np.unique(recorded.epochs[needed]).tolist():
            calls = np.flatnonzero(needed & (recorded.epochs == epoch))
            before = len(recorded.buffers)
            seen = log.epochs[epoch][1]
            _execute(recorded, calls, alive, needed | waiting, recorder.executor, taped=seen)
            if not seen and recording():
                _untaped(recorded, before, calls)
        keep(recorded, handles, np.flatnonzero(needed))
        recorder.log = _left(log, recorded, handles, waiting)


def _check(recorded: CallArrays, target: Call | None, taped: Mask) -> None:
    if target is None:
        return
    call = recorded.owner[[target.first]]
    lost = np.flatnonzero(recorded.needed(recorded.mask(call)) & taped)
    if len(lost):
        raise InputError(
            f"cell `{recorded.signatures[recorded.codes[lost[0]]].name}` was called under a gradient tape that ended before "
            "the result was computed; read the result, or leave `batching()`, inside the tape"
        )


def _untaped(recorded: CallArrays, before: int, calls: Ints) -> None:
    """Takes the results since then out of the sight of tapes."""
    for results in recorded.buffers[before:]:
        results[:] = map(tf.stop_gradient, results)
    for call in calls.tolist():
        if call in recorded.alone:
            recorded.alone[call] = list(map(tf.stop_gradient, recorded.alone[call]))


def _left(log: Log, recorded: CallArrays, handles: Sequence[Call | None], waiting: Mask) -> Log:
    """The calls that wait for the error of their tape, in a log of their own."""
    left = Log()
    first: dict[int, int] = {}
    for call in np.flatnonzero(waiting).tolist():
        signature = recorded.signatures[recorded.codes[call]]
        given = recorded.given(np.array([call]))[0].tolist()
        for number, spec in zip(given, signature.rows, strict=True):
            owner = int(recorded.owner[number]) if number >= 0 else -1
            if owner in first:
                left.arguments.append(first[owner] + number - int(recorded.first[owner]))
            else:
                left.arguments.append(left.knows(recorded.argument(number, spec.dtype)))
        handle = handles[call]
        first[call] = left.results
        if handle is not None:
            handle.first = left.results
        left.add(log.handles[call], signature, log.rows[call], taped=log.epochs[recorded.epochs[call]][1])
    return left


def _execute(
    recorded: CallArrays, calls: Ints, alive: Mask, needed: Mask, executor: str, *, taped: bool
) -> None:
    """One call after the other, group by group, or by a network, which is worth its tracing when it is used often."""
    if executor == "eager" or (executor == "auto" and recorded.rows[calls].sum() <= FEW):
        _one_by_one(recorded, calls)
        return
    stages = stages_of(recorded, calls)
    read = alive | _read_elsewhere(recorded, stages, needed)
    for stage in stages:
        if stage.recursive and run_sums(recorded, stage, read):
            continue
        looped = any(
            recorded.signatures[code].looped for code in np.unique(recorded.codes[stage.calls]).tolist()
        )
        if not stage.recursive or looped or executor == "groups":
            run_grouped(recorded, stage)
            continue
        batch = batch_of(recorded, stage.calls)
        cells = frozenset(batch.cells)
        if executor == "auto" and not has_paid(cells):
            note_groups(cells, run_grouped(recorded, stage), int(recorded.rows[stage.calls].sum()))
            continue
        _by_network(recorded, stage, batch, read, executor, taped=taped)


def _one_by_one(recorded: CallArrays, calls: Ints) -> None:
    for call in calls.tolist():
        signature = recorded.signatures[recorded.codes[call]]
        given = recorded.given(np.array([call]))[0].tolist()
        pairs = zip(given, signature.rows, strict=True)
        rows = [recorded.argument(number, spec.dtype) for number, spec in pairs]
        recorded.alone[call] = list(map(tf.convert_to_tensor, signature.alone(rows)))


def _read_elsewhere(recorded: CallArrays, stages: Sequence[Stage], needed: Mask) -> Mask:
    """Which calls have results that calls read which are in no stage, or in another one."""
    stage_of = np.full(len(recorded), -1)
    for number, stage in enumerate(stages):
        stage_of[stage.calls] = number
    parents, children = recorded.parents, recorded.children
    return recorded.mask(children[needed[parents] & (stage_of[parents] != stage_of[children])])


def _by_network(
    recorded: CallArrays, stage: Stage, batch: Batch, read: Mask, executor: str, *, taped: bool
) -> None:
    mine = np.flatnonzero(read[stage.calls])
    with lock:
        family: Family = family_of(batch.cells)
        family.batches += 1
        plan = family.plan(batch, mine)
    if any(made.signature is not None and made.signature.single for made in batch.cells.values()):
        executor = "loop"  # XLA takes minutes to compile tiles of vectorized cells
    outputs = family.network(
        plan,
        batch.rows_of(family.network.inputs),
        executor,
        training=False,  # its cells know by themselves
        gradients=None if taped else False,
    )
    calls = stage.calls[mine]
    ends = np.cumsum(recorded.rows[calls])
    recorded.start[calls] = ends - recorded.rows[calls]
    for code in np.unique(recorded.codes[calls]).tolist():
        components = recorded.signatures[code].components
        recorded.place[calls[recorded.codes[calls] == code]] = len(recorded.buffers)
        recorded.buffers.append([outputs.state[name] for name in components])
