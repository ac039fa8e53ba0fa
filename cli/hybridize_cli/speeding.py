"""One run of `speedup`: profile, choose, prove, measure, and show or make the edits."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from hybridize_analyzer.observed.profile import Profile
from hybridize_analyzer.observed.runs import runs_of
from hybridize_analyzer.report import FunctionReport, Report
from hybridize_refactorings import find_repairs
from hybridize_refactorings.proof.choosing import (
    candidates,
    covering_tests,
    is_hot,
    staying_eager,
    surrounding,
)
from hybridize_refactorings.proof.profiling import has_runtime, profile
from hybridize_refactorings.proof.runs import Job
from hybridize_refactorings.proof.speeding import SpeedUp, speed_up
from hybridize_refactorings.proof.subject import Subject, subject_of
from hybridize_refactorings.proof.trials import OriginalFails, require_success

from hybridize_cli import speedup_json, speedup_text
from hybridize_cli.batching import groups_to_try, with_edited
from hybridize_cli.checking import tell_about, tell_problems
from hybridize_cli.command_line import RunOptions, guarded, job_of, progress, unless_it_fails
from hybridize_cli.edits import applied_lines, changing, count, emit_patches, write_all
from hybridize_cli.exit_codes import CLEAN, COMMAND_FAILED, FAILURE
from hybridize_cli.options import CommonOptions
from hybridize_cli.output import deliver, emit, say
from hybridize_cli.project import (
    Judged,
    Project,
    analyst_of,
    environment_of,
    judge,
    open_project,
    without_found_notebooks,
)
from hybridize_cli.resuming import opened_state

if TYPE_CHECKING:
    from hybridize_refactorings.batching.groups import Asked, Group
    from hybridize_refactorings.repaired_functions import Repaired


@dataclass(frozen=True, slots=True)
class SpeedOptions:
    """The options of `speedup` alone."""

    diff: bool
    apply_edits: bool
    minutes: float
    repeat: int
    variants: bool
    output_format: str
    output_file: Path | None
    fresh: bool = False
    batching: bool = True


def run_speedup(options: CommonOptions, running: RunOptions, own: SpeedOptions) -> int:
    """Runs `speedup` once; returns its exit code."""
    # Whether an edit is right and pays is found out, so that everything is looked at.
    options = replace(options, no_profile=True, unsafe_fixes=True, min_gain="none")
    until = time.monotonic() + 60 * own.minutes
    project = without_found_notebooks(open_project(options))
    job = job_of(project, running)
    tell_about(project, options)
    judged = judge(project, options)
    tell_problems(judged.report, options)

    def act() -> int:
        packages = environment_of(project).digest
        with opened_state(
            job, project.files.root, judged.sources, packages, own.output_file, fresh=own.fresh
        ) as state:
            for note in state.notes:
                progress(options)(f"note: {note}")
            kept = replace(job, journal=state.journal, draws=job.seed is not None)
            found = unless_it_fails(lambda: _found(kept, project, judged, options, running, own, until))
            if found is None:
                state.drop()  # the user is about to mend what made it fail
                return COMMAND_FAILED
            subject, result = found
            if own.apply_edits or not result.over:
                state.drop()
            elif state.journal is not None:
                progress(options)("the time is over; the same command goes on from here")
            return _deliver(subject, result, options, running, own)

    return guarded(act)


def _found(
    job: Job, project: Project, judged: Judged, options: CommonOptions, running: RunOptions, own: SpeedOptions,
    until: float,
) -> tuple[Subject, SpeedUp]:  # fmt: skip
    tell = progress(options)
    tell("the original program, profiled")
    recorded, ended = profile(job, judged.sources)
    require_success(ended, accept_failure=running.accept_failure)
    found = Candidates(project, judged, recorded, batching=own.batching and has_runtime(recorded))
    if own.batching and not has_runtime(recorded) and any(f.patterns for f in found.hot):
        tell("note: the command's Python has no `hybridize_runtime`, so that batching is not tried")
    subject = found.subject()
    tell(f"{count(len(subject.edits), 'edit')} to try")
    result = _searched(job, subject, recorded, tell, running, own, until)
    while result.turned_down and (other := found.instead_of(result.turned_down, subject)) is not None:
        if time.monotonic() > until:
            result = replace(result, over=True)
            break
        tell(f"{count(len(other.edits), 'edit')} to try where batching was turned down")
        subject = other
        result = _searched(job, subject, recorded, tell, running, own, until, result).after(result)
    tried = {(edit.path, edit.line) for edit in subject.edits} | found.inside(result)
    result = replace(result, eager=staying_eager(judged.fixable, found.runs, tried))
    return subject.with_arguments(result.arguments) if result.arguments else subject, result


def _searched(
    job: Job, subject: Subject, recorded: Profile, tell: Callable[[str], None], running: RunOptions, own: SpeedOptions,
    until: float, before: SpeedUp | None = None,
) -> SpeedUp:  # fmt: skip
    """What comes of the edits of a subject.  before: of an earlier one, whose edits are not tried again."""
    tried = {(each.edit.key, each.edit.what): each.reason for each in before.rejected} if before else {}
    refused = {e.key: tried[e.key, e.what] for e in subject.edits if (e.key, e.what) in tried}
    places = {(edit.path, edit.qualname, edit.line) for edit in subject.edits}
    tests = covering_tests(recorded, places) if subject.edits else frozenset()

    def search(job: Job) -> SpeedUp:
        try:
            return speed_up(
                job, subject, recorded, tell, seconds=until - time.monotonic(), repeat=own.repeat,
                accept_failure=running.accept_failure, variants=own.variants, refused=refused,
            )  # fmt: skip
        except OriginalFails:
            if not job.draws:
                raise
            tell("it fails with random numbers that graphs draw, too, so that they are left as they are")
            return search(replace(job, draws=False))

    if not tests:
        return search(job)
    tell(f"{count(len(tests), 'test')} that call what is tried")
    try:
        return replace(search(replace(job, tests=tests)), tests=len(tests))
    except OriginalFails:
        tell("they fail without the others, so that all tests are run")
        return search(job)


class Candidates:
    """The edits of functions that take time: batched calls, conversions, and repairs of what cannot be converted as it is.

    runs: what the functions did.  batching: whether calls are batched.
    Where calls can be batched, that is tried before conversions of what runs in the batch, and of functions that spend most
    of their time there.
    """

    def __init__(self, project: Project, judged: Judged, recorded: Profile, *, batching: bool) -> None:
        self.runs = runs_of(recorded, judged.sources.values())
        self._judged, self._recorded, self._batching = judged, recorded, batching
        self._analyst = analyst_of(project)
        self._refused: frozenset[Asked] = frozenset()
        self._groups: tuple[Group, ...] = ()
        self._repairs: tuple[Repaired, ...] | None = None

    @property
    def hot(self) -> tuple[FunctionReport, ...]:
        """The functions that take time."""
        return tuple(f for f in self._judged.report.functions if is_hot(f, self.runs))

    def inside(self, result: SpeedUp) -> frozenset[tuple[str, int]]:
        """Path and line of the functions whose calls run together, or not at all, by what is kept."""
        kept = {each.edit.group for each in result.kept}
        return frozenset(place for group in self._groups if group.name in kept for place in group.inside)

    def instead_of(self, groups: Collection[str], before: Subject) -> Subject | None:
        """What there is beside some groups; None where all of that was tried before."""
        self._refused |= {asked for group in self._groups if group.name in groups for asked in group.asked}
        found = self.subject()
        tried = {(edit.key, edit.what) for edit in before.edits}
        return found if any((edit.key, edit.what) not in tried for edit in found.edits) else None

    def subject(self) -> Subject:
        """What is to be tried together."""
        fixable, sources = self._judged.fixable, self._judged.sources
        whole = self._judged.report
        if self._batching:
            self._groups = groups_to_try(fixable, whole, sources, self._analyst, self.runs, self._refused)
        batched = tuple(edit for group in self._groups for edit in group.edits)
        taken = {(edit.path, edit.line) for edit in batched}
        scopes = {f"{edit.path}:{edit.qualname}" for edit in batched if edit.region is not None}
        around = surrounding(self._recorded, scopes) if scopes else frozenset[str]()
        inside = {place for group in self._groups for place in group.inside}

        def is_free(path: str, line: int, qualname: str) -> bool:
            return (path, line) not in taken | inside and f"{path}:{qualname}" not in around

        repairs = (*batched, *(r for r in self._found_repairs() if is_free(r.path, r.line, r.qualname)))
        repaired = {(each.path, each.line) for each in repairs}
        tried = candidates(fixable, self.runs).functions
        edited = with_edited(fixable, whole, batched).functions
        functions: list[FunctionReport] = [
            *(f for f in tried if (f.path, f.line) not in repaired and is_free(f.path, f.line, f.qualname)),
            *(f for f in edited if (f.path, f.line) in repaired),
        ]
        # What is a graph already is watched, since what runs inside it shows in its results only.
        known = {(f.path, f.line) for f in functions}
        functions += [f for f in fixable.functions if f.hybrid and (f.path, f.line) not in known]
        functions = [_left(f) if f.hybrid else f for f in functions]
        functions.sort(key=lambda f: (f.path, f.line))
        report: Report = replace(fixable, functions=tuple(functions))
        return subject_of(
            report, sources, unsafe=True, repairs=repairs, analyst=self._analyst if repairs else None
        )

    def _found_repairs(self) -> tuple[Repaired, ...]:
        if self._repairs is None:
            fixable = self._judged.fixable
            stuck = tuple(f for f in fixable.functions if f.verdict == "keep" and is_hot(f, self.runs))
            found = tuple(repair for repair in self._judged.repairs if not repair.rule)
            if stuck and not found:
                found = find_repairs(
                    replace(fixable, functions=stuck), self._judged.sources, self._analyst, unsafe=True
                )
            self._repairs = found
        return self._repairs


def _left(function: FunctionReport) -> FunctionReport:
    return replace(function, verdict="keep")


def _deliver(
    subject: Subject, result: SpeedUp, options: CommonOptions, running: RunOptions, own: SpeedOptions
) -> int:
    edits = changing(subject.plan(result.keys)) if result.keys else ()
    if own.diff:
        if not options.silent:
            emit_patches(edits)
            if needs := speedup_text.needed(result):
                say(f"note: {needs}")
    else:
        command = running.command or ()
        if own.output_format == "json":
            text = speedup_json.render(result, command, subject.report.root, edits)
        else:
            text = speedup_text.render(result, command)
        deliver(text, own.output_file, shown=not options.silent)
    if not own.apply_edits:
        return CLEAN
    written = write_all(edits)
    if not options.silent and own.output_format == "text" and not own.diff:
        lines = applied_lines(written.edits)
        emit(f"applied {count(len(lines), 'edit')} in {count(len(written.edits), 'file')}\n")
    return FAILURE if written.refused else CLEAN
