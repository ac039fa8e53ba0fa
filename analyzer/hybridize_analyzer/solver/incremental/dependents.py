"""Who depends on what: the evaluations that read something, and those that call into a context."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from hybridize_analyzer.domain.state import Context, MadeCall, Memo, State, Summary
from hybridize_analyzer.domain.tracking import Token
from hybridize_analyzer.program.code import FunctionCode

Unit = Context | str
"""An evaluation: of a context, or of a module by its path; the empty path stands for callers that nobody sees."""
UNSEEN = ""
Note = tuple[str, object]


@dataclass(slots=True)
class Dependents:
    """readers: by token.  watchers: those who asked about holders, by object.  callers: by context, in order.

    made: the calls of each evaluation, by context.  noting: by note (table and key), who made it; `notes`: by who.
    touched, reheld: what has changed since somebody last emptied them.  lost: functions that nothing calls any more.
    twofold: functions that the program calls and that were taken for uncalled all the same, as they came first.
    results, times: of the contexts that the running update has evaluated, and how often.
    An evaluation that has read something before and no longer does may still be listed.
    """

    readers: dict[Token, set[Unit]] = field(default_factory=dict)
    watchers: dict[str, set[Unit]] = field(default_factory=dict)
    callers: dict[Context, dict[Unit, None]] = field(default_factory=dict)
    made: dict[Unit, dict[Context, list[MadeCall]]] = field(default_factory=dict)
    notes: dict[Unit, set[Note]] = field(default_factory=dict)
    noting: dict[Note, set[Unit]] = field(default_factory=dict)
    touched: set[Token] = field(default_factory=set)
    reheld: set[str] = field(default_factory=set)
    lost: set[FunctionCode] = field(default_factory=set)
    twofold: set[FunctionCode] = field(default_factory=set)
    results: dict[Context, Summary] = field(default_factory=dict)
    times: dict[Context, int] = field(default_factory=dict)


def index(state: State) -> Dependents:
    """The dependents of a finished analysis."""
    found = Dependents()
    contexts = (context for known in state.contexts.values() for context in known.values())
    units: list[Unit] = [*contexts, *state.modules, UNSEEN]
    for unit in units:
        take_down(state, found, unit)
    found.twofold = {
        call.function.code for c in found.made[UNSEEN].values() for call in c if call.site.assumed
    }
    found.twofold = {code for code in found.twofold if is_called(state, found, code)}
    state.track.touched.clear()
    state.track.reheld.clear()
    return found


def is_called(state: State, known: Dependents, code: FunctionCode) -> bool:
    """Whether the program itself calls a function."""
    callers = (known.callers.get(c, {}) for c in state.contexts.get(code, {}).values())
    return any(unit != UNSEEN for units in callers for unit in units)


def memo_of(state: State, unit: Unit) -> Memo | None:
    """The last evaluation of a unit."""
    if isinstance(unit, Context):
        return unit.memo
    module = state.modules.get(unit)
    return state.memo(("module", unit, module.version)) if module is not None else None


def take_down(state: State, known: Dependents, unit: Unit) -> set[Context]:
    """Notes what a unit read, noted and called last; returns the contexts that it now calls in another way."""
    memo = memo_of(state, unit)
    if memo is not None:
        for token in memo.reads[0]:
            known.readers.setdefault(token, set()).add(unit)
        for key in memo.held:
            known.watchers.setdefault(key, set()).add(unit)
    steps = memo.steps if memo is not None else state.track.running[0].steps
    _renote(state, known, unit, {(step[1], step[2]) for step in steps if step[0] == "note"})
    calls = state.track.running[0].calls if unit == UNSEEN else memo.calls if memo is not None else []
    return _recall(known, unit, calls)


def _recall(known: Dependents, unit: Unit, calls: Iterable[MadeCall]) -> set[Context]:
    before = known.made.get(unit, {})
    made: dict[Context, list[MadeCall]] = {}
    for call in calls:
        made.setdefault(call.context, []).append(call)
    changed = {c for c in {**before, **made} if before.get(c) != made.get(c)}
    known.made[unit] = made
    for context in changed:
        callers = known.callers.setdefault(context, {})
        callers.pop(unit, None)
        if context in made:
            callers[unit] = None
    return changed


def _renote(state: State, known: Dependents, unit: Unit, notes: set[Note]) -> None:
    """A note goes with the last evaluation that makes it."""
    for note in notes:
        known.noting.setdefault(note, set()).add(unit)
    for note in known.notes.get(unit, set()) - notes:
        known.noting[note].discard(unit)
        if not known.noting[note]:
            table, key = note
            state.notes.get(table, {}).pop(key, None)
            state.track.touched |= {("note", table, key), ("note", table)}
    known.notes[unit] = notes
