"""From a profile and a command to the edits that are proved on this run, and measured faster."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace

from hybridize_analyzer.observed.profile import Profile

from hybridize_refactorings.proof.choosing import StaysEager, outermost
from hybridize_refactorings.proof.commands import CommandError
from hybridize_refactorings.proof.comparing import Comparison
from hybridize_refactorings.proof.measuring import FunctionMeasure, Measurement, Timing
from hybridize_refactorings.proof.runs import Job, Workspace
from hybridize_refactorings.proof.search import refuted
from hybridize_refactorings.proof.subject import Edit, Key, Subject
from hybridize_refactorings.proof.trials import OriginalFails, Progress, Trial
from hybridize_refactorings.proof.tuning import Tuning, wishes
from hybridize_refactorings.proof.verifying import PROVED, Proof, own_doing, proof_of, why

_SLOWER = 1.05  # of the time before, from which a whole run is slower and not only busy with something else
_FASTER = 0.97  # of the time before, that a function may take at most with its edit
_OTHER_NUMBERS = "it draws random numbers, and the program sets a seed, under which a graph draws others"
_HOPELESS = 2.0  # times the time before, from which no other work of the machine explains it
_LONGER = 4.0  # times as long as the original, from which an edited run, which traces, is ended: it will not be faster


@dataclass(frozen=True, slots=True)
class Rejected:
    """An edit that was tried and is not made, and why, in one clause."""

    edit: Edit
    reason: str


@dataclass(frozen=True, slots=True)
class SpeedUp:
    """What came of it.

    kept: the edits that are proved and faster, with their times.
    proof, measurement: of these together, None where there are none.
    rejected: what was tried, in the order of trial.  untried: edits that there was no time left for.
    runs: of the command, in all.
    arguments: what the decorators of some are given beyond what the analysis asks for; see `Subject.with_arguments`.
    tests: of pytest, to which the command was kept, 0 where it ran as it is.
    over: whether the time was over before everything was tried.
    eager: hot functions for which there is nothing to try.
    draws: edits that are kept, and draw other random numbers of TensorFlow in a graph.
    """

    kept: tuple[FunctionMeasure, ...]
    rejected: tuple[Rejected, ...]
    untried: tuple[Edit, ...]
    proof: Proof | None
    measurement: Measurement | None
    runs: int
    arguments: Mapping[Key, str] = field(default_factory=dict)
    tests: int = 0
    over: bool = False
    eager: tuple[StaysEager, ...] = ()
    draws: frozenset[Key] = frozenset()

    @property
    def keys(self) -> frozenset[Key]:
        """The edits to make."""
        return frozenset(found.edit.key for found in self.kept)

    @property
    def turned_down(self) -> frozenset[str]:
        """The groups of which no edit is made."""
        kept = {found.edit.group for found in self.kept}
        return frozenset(each.edit.group for each in self.rejected) - kept - {""}

    def after(self, earlier: SpeedUp) -> SpeedUp:
        """The same with what an earlier search tried, for whose groups others were tried here."""
        made = {
            (edit.key, edit.what) for edit in (*(f.edit for f in self.kept), *(r.edit for r in self.rejected))
        }
        before = tuple(r for r in earlier.rejected if (r.edit.key, r.edit.what) not in made)
        return replace(self, rejected=(*before, *self.rejected), runs=earlier.runs + self.runs)


def speed_up(
    job: Job,
    subject: Subject,
    profile: Profile,
    progress: Progress,
    *,
    seconds: float,
    rtol: float = 1.0,
    repeat: int = 2,
    accept_failure: bool = False,
    variants: bool = True,
    refused: Mapping[Key, str] | None = None,
) -> SpeedUp:
    """Tries the edits of the subject, outermost functions first, and keeps those that are proved and faster.

    Where the edit of a function is turned down, those of what it calls are tried.
    seconds: after which nothing new is tried; the first choice is tried in any case, and what was begun is finished.
    rtol, accept_failure: as for `verify`.  repeat: runs to measure with.
    variants: whether arguments of `tf.function` are tried for what is kept.
    refused: edits of the subject that were tried before and are not tried again, and why.

    Raises:
        OriginalFails: the command fails, or reaches its limit, on the original program.
        CopyError, CommandError: it cannot be run.
    """
    search = _Search(
        job, subject, profile, progress, time.monotonic() + seconds, rtol, repeat, accept_failure, variants
    )
    return search.run(refused or {})


class _Search:
    def __init__(
        self, job: Job, subject: Subject, profile: Profile, progress: Progress, deadline: float, rtol: float,
        repeat: int, accept_failure: bool, variants: bool,
    ) -> None:  # fmt: skip
        self._job, self._subject, self._profile, self._progress = job, subject, profile, progress
        self._deadline, self._rtol, self._repeat, self._accept = deadline, rtol, repeat, accept_failure
        self._variants = variants
        self._rejected: dict[Key, str] = {}
        self._begun: frozenset[Key] = frozenset()
        self._measuring = 0
        self._over = False

    def run(self, refused: Mapping[Key, str]) -> SpeedUp:
        self._rejected.update(refused)
        if not self._subject.edits:
            return SpeedUp((), (), (), None, None, 0)
        with Workspace(self._job, compared=True) as workspace:
            trial = Trial(workspace, self._subject, self._progress, self._rtol, _LONGER)
            trial.run_original(accept_failure=self._accept, twice=False)
            while True:
                proved = self._proved(trial)
                measured = self._measured(proved) if proved else None
                if proved and measured is None:
                    continue
                slow = self._slow(measured) if measured is not None else {}
                if not slow:
                    if measured is None or not self._variants:
                        return self._result(trial, proved, measured)
                    return self._tuned(trial, proved, measured)
                self._rejected.update(slow)

    def _whole(self, reasons: Mapping[Key, str]) -> dict[Key, str]:
        """The same reasons, each for all edits of the group of which it concerns one."""
        groups = {edit.group: reasons[edit.key] for edit in self._subject.edits if edit.key in reasons}
        groups.pop("", None)
        members = {edit.key: groups[edit.group] for edit in self._subject.edits if edit.group in groups}
        return {**members, **reasons}

    def _choice(self) -> frozenset[Key]:
        """The outermost edits among those that are not turned down, and the groups that these belong to."""
        open_edits = {e.key: e for e in self._subject.edits if e.key not in self._rejected}
        names: dict[str, set[Key]] = {}
        for key in open_edits:
            names.setdefault(_name(key), set()).add(key)
        eager = {_name(key) for key, edit in open_edits.items() if edit.verdict in ("repair", "cell")}
        keys = {key for name in outermost(self._profile, names, eager) for key in names[name]}
        groups = {open_edits[key].group for key in keys} - {""}
        return frozenset(keys | {key for key, edit in open_edits.items() if edit.group in groups})

    def _next(self) -> frozenset[Key]:
        """What to try: once the time is over, of the choice what has been begun, on which most of the work is done."""
        chosen = self._choice()
        if self._begun and time.monotonic() > self._deadline:
            self._over = self._over or not chosen <= self._begun
            return chosen & self._begun
        self._begun |= chosen
        return chosen

    def _proved(self, trial: Trial) -> frozenset[Key]:
        """A set of edits under which nothing differs, each of which ran as a graph."""
        while kept := self._next():
            self._progress(f"trying {_listed(self._subject.edits, kept)}")
            comparison = trial.settled(kept)
            if comparison.differs:
                bad = own_doing(self._subject, kept, comparison) or self._refuted(trial, kept, comparison)
                self._rejected.update(self._whole({key: why(comparison, key) for key in bad}))
                continue
            proof = proof_of(self._subject, trial, kept, {})
            idle = {f.edit.key: f.reason or f.verdict for f in proof.functions if f.verdict != PROVED}
            idle = self._reduced(kept, {key: reason for key, reason in idle.items() if key in kept})
            seeded = dict.fromkeys(kept & _draws(trial, kept, seeded=True), _OTHER_NUMBERS)
            idle.update(self._whole(seeded))
            if not idle:
                return kept
            self._rejected.update(idle)
        return frozenset()

    def _refuted(self, trial: Trial, kept: frozenset[Key], comparison: Comparison) -> frozenset[Key]:
        """Edits without which the rest makes no difference; those of a group go together."""
        units: dict[str, set[Key]] = {}
        for edit in self._subject.edits:
            if edit.key in kept:
                units.setdefault(edit.group or edit.key, set()).add(edit.key)

        def keys_of(names: Iterable[str]) -> frozenset[Key]:
            return frozenset(key for name in names for key in units[name])

        suspects = [name for name, keys in units.items() if keys & comparison.suspects]
        return keys_of(refuted(units, lambda names: trial.compared(keys_of(names)).differs, suspects))

    def _reduced(self, kept: frozenset[Key], idle: Mapping[Key, str]) -> dict[Key, str]:
        """The edits to leave out where some are not proved: of a group these alone, as long as a scope of it is left."""
        scopes = {e.group for e in self._subject.edits if e.key in kept - set(idle) and e.verdict == "repair"}
        alone = {e.key for e in self._subject.edits if e.group in scopes}
        lost = self._whole({key: reason for key, reason in idle.items() if key not in alone})
        return {**lost, **{key: reason for key, reason in idle.items() if key in alone}}

    def _measured(self, keys: frozenset[Key]) -> Measurement | None:
        try:
            return self._timed(_part(self._subject, keys), self._slow)
        except (OriginalFails, CommandError) as failure:
            self._rejected.update((key, f"the command fails when it is timed: {failure}") for key in keys)
            return None

    def _timed(
        self, part: Subject, doubtful: Callable[[Measurement], object], before: Subject | None = None
    ) -> Measurement:
        """The times of some edits; measured again where something is to be turned down by them.

        Other work of the machine may have come in between: nothing is turned down on first sight, unless a function takes
        so much longer that it would be turned down on second sight, too.
        """
        timing = Timing(self._job, part, self._progress, accept_failure=self._accept, before=before)
        timing.run(self._repeat)
        self._measuring += 2 * self._repeat
        found = timing.result()
        if doubtful(found) and not any(map(_hopeless, found.functions)):
            timing.run(self._repeat)
            self._measuring += 2 * self._repeat
        return timing.result()

    @staticmethod
    def _slow(measured: Measurement) -> dict[Key, str]:
        """Edits to turn down, and why.

        Where only the whole run is slower, and no function by itself, that is laid to the half of the edits that gain least.
        """
        units: dict[str, list[FunctionMeasure]] = {}
        for each in measured.functions:
            units.setdefault(each.edit.group or each.edit.key, []).append(each)
        reasons = {name: _not_faster(_together(unit)) for name, unit in units.items()}
        found = {name: reason for name, reason in reasons.items() if reason is not None}
        if not found and measured.edited.slower_than(measured.original, _SLOWER):
            before, after = measured.original.seconds, measured.edited.seconds
            text = f"the whole run takes {after:.1f} s with it, and {before:.1f} s without"
            ordered = sorted(units, key=lambda name: _gained(_together(units[name])))
            found = dict.fromkeys(ordered[: (len(ordered) + 1) // 2], text)
        return {each.edit.key: reason for name, reason in found.items() for each in units[name]}

    def _tuned(self, trial: Trial, proved: frozenset[Key], measured: Measurement) -> SpeedUp:
        """The result, with the arguments of `tf.function` under which what is kept stays proved, and gets faster."""
        tuning = Tuning(trial, _part(self._subject, proved), self._timed)
        for wanted in wishes(tuning.subject, self._profile, measured.functions):
            if time.monotonic() > self._deadline:
                self._over = True
                break
            tuning.try_all(wanted)
        found = self._result(trial, proved, measured)
        final = tuning.final()
        if final is not None:
            subject, tried = final
            # Where it fails once in many runs with them, the edits stay as they were.
            with suppress(OriginalFails, CommandError):
                timed = self._timed(subject, lambda _: False)
                found = replace(
                    found, kept=timed.functions, measurement=timed, proof=proof_of(subject, tried, proved, {}),
                    arguments=tuning.arguments,
                )  # fmt: skip
        refused = tuple(Rejected(edit, reason) for edit, reason in tuning.refused)
        runs = trial.runs + tuning.runs + self._measuring
        return replace(found, rejected=(*found.rejected, *refused), runs=runs)

    def _result(self, trial: Trial, proved: frozenset[Key], measured: Measurement | None) -> SpeedUp:
        edits = {edit.key: edit for edit in self._subject.edits}
        kept = measured.functions if measured is not None else ()
        proof = proof_of(self._subject, trial, proved, {}) if proved else None
        if proof is not None:
            proof = replace(proof, functions=tuple(f for f in proof.functions if f.edit.key in proved))
        untried = self._choice() - proved if self._over else frozenset()
        return SpeedUp(
            kept,
            tuple(Rejected(edits[key], reason) for key, reason in self._rejected.items()),
            tuple(edits[key] for key in sorted(untried)),
            proof,
            measured,
            trial.runs + self._measuring,
            over=self._over,
            draws=_draws(trial, proved) & proved if proved else frozenset(),
        )


def _draws(trial: Trial, keys: frozenset[Key], *, seeded: bool = False) -> frozenset[Key]:
    """Functions whose graphs draw random numbers; seeded: only where the program sets the seed of these."""
    processes = trial.edited(keys).processes
    return frozenset(key for process in processes if process.seeded or not seeded for key in process.draws)


def _gained(found: FunctionMeasure) -> float:
    """Seconds that an edit saves in all calls of its function."""
    before, after = found.totals or (0.0, 0.0)
    return before - after


def _together(unit: list[FunctionMeasure]) -> FunctionMeasure:
    """What stands for a group: the function with a scope in which most time was spent; cells have no time of their own."""
    return max(unit, key=lambda found: found.totals[0] if found.totals is not None else -1.0)


def _hopeless(found: FunctionMeasure) -> bool:
    before, after = found.totals or (0.0, 0.0)
    return after > _HOPELESS * before + 1.0


def _not_faster(found: FunctionMeasure) -> str | None:
    """Why an edit does not pay on this run; None where it does."""
    if found.edited is None or found.totals is None:
        return None  # it runs inside another, whose time counts
    before, after = found.totals
    if after <= _FASTER * before:
        return None
    each = found.speed_up
    if each is not None and each > 1.0:
        calls = found.break_even or 0
        pays = f"; it pays from {calls} calls on" if calls > found.edited.calls else ""
        return (
            f"a call is {each:.1f}x as fast, and {_first(found)} longer than this run gains "
            f"({before:.2f} s before, {after:.2f} s after){pays}"
        )
    return f"it is not faster: {before:.2f} s before, {after:.2f} s after"


def _first(found: FunctionMeasure) -> str:
    """What a run pays for: the graph of the function, or of the cells that a group makes."""
    if found.edit.group:
        return "the first calls, in which cells are traced, take"
    return f"{found.edited.traces if found.edited is not None else 0} traces take"


def _part(subject: Subject, keys: frozenset[Key]) -> Subject:
    return replace(subject, edits=tuple(edit for edit in subject.edits if edit.key in keys))


def _name(key: Key) -> str:
    return key.rpartition("#")[0]


def _listed(edits: Iterable[Edit], keys: frozenset[Key]) -> str:
    names = [f"`{edit.qualname}`" for edit in edits if edit.key in keys]
    return ", ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")
