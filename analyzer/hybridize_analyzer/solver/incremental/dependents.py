"""Who depends on what: the evaluations that read something, and those that call into a context."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from hybridize_analyzer.domain.state import Context, MadeCall, Memo, State, Summary
from hybridize_analyzer.domain.tracking import Token
from hybridize_analyzer.program.code import FunctionCode
from hybridize_analyzer.report import Location
from hybridize_analyzer.solver.incremental.exactness import Exactness, Note, Share, Unit, share_of, token_of

UNSEEN = ""
"""The unit of the callers that nobody sees."""


@dataclass(slots=True)
class Dependents:
    """readers: by token.  watchers: those who asked about holders, by object.  callers: by context, in order.

    made: the calls of each evaluation, by context.  noting: by note (table and key), who made it; `notes`: by who.
    touched, reheld: what has changed since somebody last emptied them.  lost: functions that nothing calls any more.
    twofold: functions that the program calls and that were taken for uncalled all the same, as they came first.
    results, times: of the contexts that the running update has evaluated, and how often.  exactness: what tells
    whether its result is that of an analysis from nothing.
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
    exactness: Exactness = field(default_factory=Exactness)

    def remember(self, state: State, unit: Unit) -> None:
        """Keeps what an evaluation gave to shared state before it is made again."""
        if unit not in self.exactness.before:
            self.exactness.before[unit] = self.share(state, unit)

    def share(self, state: State, unit: Unit) -> Share:
        """What an evaluation has given to shared state."""
        calls = (call for made in self.made.get(unit, {}).values() for call in made)
        if unit == UNSEEN:
            running = state.track.running[0]
            return share_of(running.calls, running.steps, running.writes)
        memo = memo_of(state, unit)
        return share_of(calls, memo.steps, memo.writes) if memo is not None else Share()

    def why_inexact(self, state: State) -> str | None:
        """What the edits that have been followed changed of shared state; None where they have left that alone."""
        differences = (self.share(state, unit).differs_in(was) for unit, was in self.exactness.before.items())
        found = self.exactness.lost or next((d for d in differences if d is not None), None)
        return found or ("what callers write" if self._reads_what_callers_write(state) else None)

    def _reads_what_callers_write(self, state: State) -> bool:
        """Whether edited text reads for the first time what its callers write: a value may stand for itself then."""
        new: dict[Token, set[Unit]] = {}
        for unit, before in self.exactness.read.items():
            memo = memo_of(state, unit)
            for token in memo.reads[0] if memo is not None else ():
                if isinstance(token, tuple) and token not in before:
                    new.setdefault(token, set()).add(unit)
        above: set[Unit] = {unit for units in new.values() for unit in units}
        pending = list(above)
        while pending:
            unit = pending.pop()
            callers = self.callers.get(unit, {}) if isinstance(unit, Context) else {}
            more = callers.keys() - above
            above |= more
            pending += more
        return any(token_of(write) in new for unit in above for write in self.share(state, unit).writes)


_NO_SHARE = Share()


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
    notes: dict[Note, Location] = {}
    for step in steps:
        if step[0] == "note":
            notes.setdefault((step[1], step[2]), step[3])
    _renote(state, known, unit, notes)
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
        if context in made:
            callers.setdefault(
                unit
            )  # who called before keeps its place: facts take calls in the order of the program
        else:
            callers.pop(unit, None)
    return changed


def _renote(state: State, known: Dependents, unit: Unit, notes: dict[Note, Location]) -> None:
    """A note goes with the last evaluation that makes it, and moves with the one that made it first."""
    before = known.exactness.before.get(unit, _NO_SHARE).notes
    for note, where in notes.items():
        known.noting.setdefault(note, set()).add(unit)
        if where not in before.get(note, (where,))[:1]:
            _move(state, note, before[note], where)
    for note in known.notes.get(unit, set()) - notes.keys():
        known.noting[note].discard(unit)
        if not known.noting[note]:
            table, key = note
            state.notes.get(table, {}).pop(key, None)
            state.track.touched |= {("note", table, key), ("note", table)}
    known.notes[unit] = {*notes}


def _move(state: State, note: Note, before: tuple[Location, ...], where: Location) -> None:
    """An evaluation makes a note at another place than before."""
    table, key = note
    if state.notes.get(table, {}).get(key) in before:
        state.notes[table][key] = where
        state.track.touched |= {("note", table, key), ("note", table)}
    if table == "tensor_uses" and state.assumed_tensors.get(key) in before:
        state.assumed_tensors[key] = where
