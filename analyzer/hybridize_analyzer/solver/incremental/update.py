"""The analysis after an edit: evaluations that the edit concerns are made again, and what depends on them, in waves.

Objects and names keep what older text gave them, as they do from round to round: the result is that of the new text or is
on the side of *more may happen*.  `Session` analyses from nothing when there is time for it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Any

from hybridize_analyzer.domain.state import Context, State, Summary
from hybridize_analyzer.domain.values import union
from hybridize_analyzer.interpreter.tracing.first_calls import CALLED_BY_NAME
from hybridize_analyzer.interpreter.values.promises import PROMISES
from hybridize_analyzer.program.code import FunctionCode
from hybridize_analyzer.report import AssumptionKind
from hybridize_analyzer.solver import evaluation, failures, roots
from hybridize_analyzer.solver.assumptions import assumed
from hybridize_analyzer.solver.contexts import count_calls
from hybridize_analyzer.solver.incremental.dependents import (
    UNSEEN,
    Dependents,
    is_called,
    memo_of,
    take_down,
)
from hybridize_analyzer.solver.incremental.edits import Edit
from hybridize_analyzer.solver.incremental.exactness import Exactness, Unit
from hybridize_analyzer.solver.incremental.retire import retire
from hybridize_analyzer.solver.trial import uses_of_parameters

_MAX_WAVES = 40


class TooMuchError(Exception):
    """An edit has such consequences that an analysis from nothing is no slower, or is what is asked for."""


def update(state: State, known: Dependents, edit: Edit, *, exact: bool = False) -> str | None:
    """Brings a finished analysis to the text after `edit`.

    exact: whether it ends as soon as it is seen not to give what an analysis of the new text from nothing gives.
    Returns why it may not be what such an analysis gives; None where it is.

    Raises:
        TooMuchError: after too many waves, or where it cannot be exact; the state is then of no use.
    """
    state.exploring = False
    state.layers.following = True
    gone = [code for code in edit.gone if isinstance(code, FunctionCode)]
    if len(gone) < len(edit.gone):
        raise TooMuchError
    dirty = _prepare(state, known, edit, gone)
    uncalled = {*edit.added, *edit.edited}
    for _ in range(_MAX_WAVES):
        if exact and known.why_inexact(state) is not None:
            raise TooMuchError
        if dirty:
            dirty = _wave(state, known, dirty)
            continue
        _visit_uncalled(state, known, uncalled)
        _forget_unseen(state, known)
        _sweep(state, known)
        dirty = _stale(state, known, _take_down(state, known, {}))
        uncalled = _learn(state) | known.lost
        if uncalled:
            known.exactness.lose("calls that nobody sees")
        known.lost = set()
        if not dirty and not uncalled:
            state.layers.following = False
            left = known.why_inexact(state)
            if exact and left is not None:
                raise TooMuchError
            return left
    raise TooMuchError


def _prepare(state: State, known: Dependents, edit: Edit, gone: list[FunctionCode]) -> set[Unit]:
    """Forgets what was true of the old text only; returns the evaluations of the text that has changed."""
    known.exactness = Exactness()
    if gone or edit.added:
        known.exactness.lose("definitions")
    elif not all(_is_still_assumed(state, code) for code in edit.edited):
        known.exactness.lose("parameters taken for tensors")
    retire(state, gone)
    for code in gone:
        for context in list(state.contexts.get(code, {}).values()):
            known.callers.pop(context, None)
            _drop(state, known, context)
    for code in edit.edited:
        state.track.changed(("body", code))
        if code in state.recursive:
            # Through a function whose summary is used as it is, the recursion is not seen again.
            known.exactness.lose("recursion")
            state.recursive.discard(code)
        state.failures.pop(code, None)
        state.places.pop(code, None)
        state.places.pop(("containers", code), None)
    state.track.changed(("bodies", edit.module.path))
    if edit.top:
        state.track.changed(("top", edit.module.path))
    state.read_imports(edit.module.path)
    state.failures.pop(edit.module, None)
    state.places.pop(edit.module.path, None)
    state.places.pop(("nesting", edit.module.path), None)
    for path in ("", *state.modules):  # the files that fail, and what each is written for
        state.places.pop(("framework", path), None)
    state.places.pop(PROMISES, None)
    state.places.pop(CALLED_BY_NAME, None)
    state.traces.clear()
    state.graph = None
    state.traced = None
    state.ran.clear()
    state.rerun.clear()
    state.earlier = {m.summary.stamp: m.summary for m in state.used.values() if m.summary is not None}
    known.results.clear()
    known.times.clear()
    contexts = [c for code in edit.edited for c in state.contexts.get(code, {}).values()]
    dirty: set[Unit] = {c for c in contexts if c.entry is not None}
    if len(dirty) < len(contexts):
        known.exactness.lose("calls that have not been followed")
    memos = {unit: memo for unit in dirty if (memo := memo_of(state, unit)) is not None}
    known.exactness.read = {unit: frozenset(memo.reads[0]) for unit, memo in memos.items()}
    return dirty | {edit.module.path} if edit.top else dirty


def _is_still_assumed(state: State, code: FunctionCode) -> bool:
    """Whether operations still receive the parameters that were taken for tensors for that reason."""
    context = next((c for c in state.contexts.get(code, {}).values() if c.entry and c.entry[1].assumed), None)
    if context is None:
        return True
    names = [name for name in context.arguments if (code, name) in state.assumed_tensors]
    names = [n for n in names if (why := assumed(state, code, n)) and why.kind is AssumptionKind.TENSOR_USE]
    state.exploring = True
    uses = uses_of_parameters(state, code, context, names)
    state.exploring = False
    state.assumed_tensors.update({(code, name): where for name, where in uses.items()})
    return len(uses) == len(names)


def _wave(state: State, known: Dependents, dirty: set[Unit]) -> set[Unit]:
    """Evaluates what is dirty; returns what that makes dirty."""
    units = _with_heads(known, dirty)
    before = {c: c.summary for c in units if isinstance(c, Context)}
    _evaluate(state, known, units)
    return _stale(state, known, _take_down(state, known, {**known.results, **before}))


def _with_heads(known: Dependents, dirty: Iterable[Unit]) -> set[Unit]:
    """With the evaluations that parts of a recursion belong to."""
    found: set[Unit] = set()
    pending = list(dirty)
    while pending:
        unit = pending.pop()
        if unit not in found and unit != UNSEEN:
            found.add(unit)
            if isinstance(unit, Context) and not _stands_alone(unit):
                pending += known.callers.get(unit, ())
    return found


def _stands_alone(unit: Unit) -> bool:
    return not isinstance(unit, Context) or (unit.memo is not None and unit.memo.reusable)


def _evaluate(state: State, known: Dependents, units: Iterable[Unit]) -> None:
    ordered = sorted(units, key=lambda u: (not _stands_alone(u), *_order(u)))
    for unit in ordered:
        known.remember(state, unit)
        if isinstance(unit, Context):
            unit.summary = Summary()
        else:
            state.evaluated.discard(unit)
    for unit in ordered:
        if not isinstance(unit, Context):
            evaluation.run_module(state, unit)
        elif not unit.summary.done and known.callers.get(unit):
            evaluation.evaluate_again(state, unit)


def _order(unit: Unit) -> tuple[str, str]:
    return (_code(unit).key, unit.name) if isinstance(unit, Context) else ("", unit)


def _code(context: Context) -> FunctionCode:
    assert context.entry is not None, "it has been evaluated"
    return context.entry[0].code


def _take_down(state: State, known: Dependents, before: dict[Context, Summary]) -> set[Unit]:
    """Takes down what has just run; returns the callers of what has another result now."""
    ran = dict.fromkeys(state.ran)
    state.ran.clear()
    called: dict[Context, None] = {}
    for unit in (*ran, UNSEEN):
        called.update(dict.fromkeys(take_down(state, known, unit)))
    changed: set[Unit] = set()
    for unit in ran:
        if isinstance(unit, Context) and (
            not _is_as_before(state, known, unit, old := before.get(unit))
            or (unit.shared and old is not None and _gave_less(state, known, unit, old))
        ):
            state.track.touched.add(("calls", _code(unit)))
            changed |= {u for u in known.callers.get(unit, ()) if u not in ran}
    for context in (*called, *(u for u in ran if isinstance(u, Context) and not known.callers.get(u))):
        _count_sites(state, known, context)
    return changed - {UNSEEN}


def _gave_less(state: State, known: Dependents, context: Context, old: Summary) -> bool:
    """Whether calls of a context saw less than its last summary, so that what these would see now is not known."""
    calls = (call for unit in known.callers.get(context, ()) for call in known.made[unit][context])
    stamps = {call.stamp for call in calls} - {old.stamp, 0}
    found = any((summary := state.earlier.get(stamp)) is None or not summary.same_as(old) for stamp in stamps)
    if found:
        known.exactness.lose("results of joined calls")
    return found


def _is_as_before(state: State, known: Dependents, context: Context, old: Summary | None) -> bool:
    """Whether callers cannot tell the new result from the old one, which it then stands for.

    From its third result on a context keeps what it had, so that a recursion met from several sides comes to an end.
    """
    known.times[context] = known.times.get(context, 0) + 1
    if old is not None and known.times[context] > 2:
        known.exactness.lose("recursion")
        context.summary = _joined(state, old, context.summary)
    same = old is not None and context.summary.same_as(old)
    if old is not None and same:
        context.summary.stamp = old.stamp
    if context.memo is not None:
        context.memo.summary = context.summary.copy()
    known.results[context] = context.summary
    return same


def _joined(state: State, old: Summary, new: Summary) -> Summary:
    state.results += 1
    return Summary(
        union(old.returned, new.returned),
        {**new.events, **old.events},
        old.allocated | new.allocated,
        max(old.ops, new.ops),
        max(old.work, new.work),
        old.weighted or new.weighted,
        done=True,
        stamp=state.results,
    )


def _count_sites(state: State, known: Dependents, context: Context) -> None:
    """The calls of a context as its callers make them now; without any it is gone, with what it called."""
    if context.entry is None:
        return
    callers = known.callers.get(context, {})
    sites, calls = context.sites, context.calls.keys()
    count_calls(context, (c for unit in callers for c in known.made[unit][context]))
    if not callers:
        _drop(state, known, context)
    if not callers or (context.sites, context.calls.keys()) != (sites, calls):
        state.track.touched.add(("calls", _code(context)))


def _drop(state: State, known: Dependents, context: Context) -> None:
    if context.entry is None:
        return
    known.exactness.lose("calls")
    code = _code(context)
    contexts = state.contexts.get(code, {})
    for key in [k for k, c in contexts.items() if c is context]:
        del contexts[key]
    if not contexts:
        known.lost.add(code)
    known.callers.pop(context, None)
    made = known.made.pop(context, {})
    for called in made:
        known.callers.get(called, {}).pop(context, None)
    for called in made:
        _count_sites(state, known, called)


def _stale(state: State, known: Dependents, changed: set[Unit]) -> set[Unit]:
    """With the evaluations that would read something else now."""
    track = state.track
    units = {u for token in track.touched for u in known.readers.get(token, ())}
    units |= {u for key in track.reheld for u in known.watchers.get(key, ())}
    for unit in units:
        memo = memo_of(state, unit)
        if memo is not None and unit in known.made and not state.reads_again(memo):
            changed.add(unit)
    known.touched |= track.touched
    known.reheld |= track.reheld
    track.touched.clear()
    track.reheld.clear()
    return {u for u in changed if u in known.made}


def _visit_uncalled(state: State, known: Dependents, codes: Iterable[FunctionCode]) -> None:
    """Calls what the program does not call, as callers that nobody sees would."""
    made = state.track.running[0].calls
    receivers = None
    for code in sorted(codes, key=lambda c: c.key):
        if isinstance(code.node, ast.Lambda) or code not in code.module.functions:
            continue
        unseen = {call for call in made if call.function.code is code and call.site.assumed}
        if not unseen and state.contexts.get(code):
            continue
        known.remember(state, UNSEEN)
        made[:] = [call for call in made if call not in unseen]
        receivers = receivers if receivers is not None else roots.receivers_by_class(state)
        try:
            roots.visit(state, code, receivers)
        except Exception as error:
            failures.note(state, code, error)


def _forget_unseen(state: State, known: Dependents) -> None:
    """What the program calls now needs no callers that nobody sees."""
    made = state.track.running[0].calls
    assumed = {call.function.code for call in made if call.site.assumed} - known.twofold
    seen = {code for code in assumed if is_called(state, known, code)}
    if seen:
        known.remember(state, UNSEEN)
    made[:] = [call for call in made if not call.site.assumed or call.function.code not in seen]


def _sweep(state: State, known: Dependents) -> None:
    """Drops recursions that only call themselves any more."""
    if not any(_code(context) in state.recursive for context in known.times):
        return
    reached: set[Unit] = {*state.modules, UNSEEN}
    pending = list(reached)
    while pending:
        called = known.made.get(pending.pop(), {}).keys() - reached
        reached |= called
        pending += called
    for context in [unit for unit in known.made if unit not in reached]:
        if isinstance(context, Context):
            known.callers.pop(context, None)
            _drop(state, known, context)


def _learn(state: State) -> set[FunctionCode]:
    """Functions with a parameter that a tensor operation receives now and did not before."""
    before = set(state.assumed_tensors)
    roots.learn_tensors(state)
    new: set[Any] = state.assumed_tensors.keys() - before
    return {code for code, _ in new}
