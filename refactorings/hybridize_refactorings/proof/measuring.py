"""Times of the edited functions and of the whole command, eager against graph."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from dataclasses import dataclass
from statistics import median

from hybridize_refactorings.proof.records import TimedCall
from hybridize_refactorings.proof.runs import Job, Run, Workspace
from hybridize_refactorings.proof.subject import Edit, Subject
from hybridize_refactorings.proof.trials import OriginalFails, require_success

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Times:
    """Calls of one function in one version of the program, in the run in which a call took least.

    calls: their number.  each: median seconds of a call that traced nothing, None where there is none.
    total: seconds in all calls.  traces, tracing: graphs made, and what those calls took beyond an ordinary one.
    memory: largest resident size of the process at the end of a call, in bytes.
    course: seconds of every call, in order.
    """

    calls: int
    each: float | None
    total: float
    traces: int
    tracing: float
    memory: int
    course: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class FunctionMeasure:
    """One edited function.  original, edited: None where it was not called (for edited: ran inside other graphs only)."""

    edit: Edit
    original: Times | None
    edited: Times | None
    inside: tuple[str, ...]

    @property
    def speed_up(self) -> float | None:
        """Time of a call before over time of a call after the edit, tracing aside."""
        if self.original is None or self.edited is None or not self.original.each or not self.edited.each:
            return None
        return self.original.each / self.edited.each

    @property
    def totals(self) -> tuple[float, float] | None:
        """Seconds before and after of the calls that are still made on their own; None where there are none.

        Calls that run inside other graphs with the edit are in the time of those others.
        """
        if self.original is None or self.edited is None:
            return None
        left = min(1.0, self.edited.calls / self.original.calls)
        return left * self.original.total, self.edited.total

    @property
    def break_even(self) -> int | None:
        """Number of calls from which the edit pays; None where it never does, or it is not known."""
        if self.original is None or self.edited is None or self.speed_up is None or self.speed_up <= 1.0:
            return None
        saved = (self.original.each or 0.0) - (self.edited.each or 0.0)
        return max(1, math.ceil(self.edited.tracing / saved))


@dataclass(frozen=True, slots=True)
class Whole:
    """Whole runs of one version: least wall-clock seconds, the largest resident size of a process in bytes, and least
    processor seconds (0 where the system does not tell).
    """

    seconds: float
    memory: int
    processor: float = 0.0

    def slower_than(self, other: Whole, factor: float) -> bool:
        """Whether it took longer by a factor, and kept processors busy for longer too.

        Wall-clock time alone tells what else the machine was doing; where only that is known, it decides.
        """
        longer = self.seconds > factor * other.seconds
        known = self.processor > 0.0 and other.processor > 0.0
        return longer and (not known or self.processor > factor * other.processor)


@dataclass(frozen=True, slots=True)
class Measurement:
    """What came of it.  functions: in the order path, line.  runs: of each version."""

    functions: tuple[FunctionMeasure, ...]
    original: Whole
    edited: Whole
    runs: int


def measure(
    job: Job, subject: Subject, progress: Progress, *, repeat: int = 2, accept_failure: bool = False
) -> Measurement:
    """Runs the original and the edited program `repeat` times each, and times the edited functions in both.

    Nothing is compared: an edit that changes what the program does is timed like any other.

    Raises:
        OriginalFails: the command fails in one of the runs (of the edited program, too).
        CopyError, CommandError: it cannot be run.
    """
    timing = Timing(job, subject, progress, accept_failure=accept_failure)
    timing.run(repeat)
    return timing.result()


class Timing:
    """A measurement that can be taken further.

    before: edits that the program has to begin with, which are then what the subject is measured against.
    """

    def __init__(
        self, job: Job, subject: Subject, progress: Progress, *, accept_failure: bool = False,
        before: Subject | None = None,
    ) -> None:  # fmt: skip
        self._job, self._subject, self._progress, self._accept = job, subject, progress, accept_failure
        self._before = {} if before is None else before.files(before.keys)
        self._runs: dict[bool, list[Run]] = {False: [], True: []}

    def run(self, repeat: int) -> None:
        """Runs each version so many times more.  Raises what `measure` raises."""
        subject, done = self._subject, 2 * len(self._runs[True])
        journal = self._job.journal
        with journal.together() if journal else nullcontext(), Workspace(self._job) as workspace:
            files = {
                False: {**subject.originals(), **self._before},
                True: {**subject.originals(), **subject.files(subject.keys)},
            }
            for number, edited in enumerate(_order(repeat)):
                what = "all edits" if edited else "those before" if self._before else "the original program"
                self._progress(f"run {done + number + 1} of {done + 2 * repeat}: {what}")
                run = workspace.run(files[edited], subject.watched(), mode="timing")
                _require(run, edited=edited, accept_failure=self._accept)
                self._runs[edited].append(run)

    def result(self) -> Measurement:
        """The times of all runs until now: the least of each."""
        before, after = self._runs[False], self._runs[True]
        functions = tuple(_measured(edit, before, after) for edit in self._subject.edits)
        return Measurement(functions, _whole(before), _whole(after), len(after))


def _order(repeat: int) -> Iterable[bool]:
    """Original, edited, edited, original, …: a slow drift of the machine costs both the same."""
    for number in range(repeat):
        yield from (False, True) if number % 2 == 0 else (True, False)


def _require(run: Run, *, edited: bool, accept_failure: bool) -> None:
    if not edited:
        require_success(run.ended, accept_failure=accept_failure)
    elif run.ended.code is None or (run.ended.code != 0 and not accept_failure):
        text = "the command fails on the edited program; `hybridize verify` finds the edit that is to blame"
        raise OriginalFails(text, run.ended)


def _whole(runs: list[Run]) -> Whole:
    return Whole(
        min(run.ended.seconds for run in runs),
        min(run.ended.memory for run in runs),
        min(run.ended.processor for run in runs),
    )


def _measured(edit: Edit, original: list[Run], edited: list[Run]) -> FunctionMeasure:
    inside = {name for run in edited for process in run.processes for name in process.graph.get(edit.key, ())}
    return FunctionMeasure(
        edit, _best(edit.key, original), _best(edit.key, edited), tuple(sorted(inside - {edit.key}))
    )


def _best(key: str, runs: list[Run]) -> Times | None:
    """Of several runs the quickest counts, because whatever else the machine does can only add time."""
    found = [times for run in runs if (times := _times(key, run)) is not None]
    return min(found, key=lambda times: times.each if times.each is not None else times.total, default=None)


def _times(key: str, run: Run) -> Times | None:
    calls: list[TimedCall] = [call for process in run.processes for call in process.timed.get(key, ())]
    if not calls:
        return None
    plain = [call.seconds for call in calls if not call.traces]
    each = median(plain) if plain else None
    return Times(
        calls=len(calls),
        each=each,
        total=sum(call.seconds for call in calls),
        traces=sum(call.traces for call in calls),
        tracing=sum(max(0.0, call.seconds - (each or 0.0)) for call in calls if call.traces),
        memory=max(call.memory for call in calls),
        course=tuple(call.seconds for call in calls),
    )
