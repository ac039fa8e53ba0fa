"""One run of `speedup`: profile, choose, prove, measure, and show or make the edits."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from pathlib import Path

from hybridize_analyzer.observed.runs import Runs, runs_of
from hybridize_analyzer.report import FunctionReport, Report
from hybridize_refactorings import find_repairs
from hybridize_refactorings.proof.choosing import candidates, covering_tests, is_hot, staying_eager
from hybridize_refactorings.proof.profiling import profile
from hybridize_refactorings.proof.runs import Job
from hybridize_refactorings.proof.speeding import SpeedUp, speed_up
from hybridize_refactorings.proof.subject import Subject, subject_of
from hybridize_refactorings.proof.trials import OriginalFails, require_success

from hybridize_cli import speedup_json, speedup_text
from hybridize_cli.checking import tell_about, tell_problems
from hybridize_cli.command_line import RunOptions, guarded, job_of, progress, unless_it_fails
from hybridize_cli.edits import applied_lines, changing, count, emit_patches, write_all
from hybridize_cli.exit_codes import CLEAN, COMMAND_FAILED, FAILURE
from hybridize_cli.options import CommonOptions
from hybridize_cli.output import deliver, emit
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
    runs = runs_of(recorded, judged.sources.values())
    subject = subject_to_try(project, judged, runs)
    tell(f"{count(len(subject.edits), 'edit')} to try")
    places = {(edit.path, edit.qualname, edit.line) for edit in subject.edits}
    tests = covering_tests(recorded, places) if subject.edits else frozenset()

    def search(job: Job) -> SpeedUp:
        try:
            return speed_up(
                job, subject, recorded, tell, seconds=until - time.monotonic(), repeat=own.repeat,
                accept_failure=running.accept_failure, variants=own.variants,
            )  # fmt: skip
        except OriginalFails:
            if not job.draws:
                raise
            tell("it fails with random numbers that graphs draw, too, so that they are left as they are")
            return search(replace(job, draws=False))

    if not tests:
        result = search(job)
    else:
        tell(f"{count(len(tests), 'test')} that call what is tried")
        try:
            result = replace(search(replace(job, tests=tests)), tests=len(tests))
        except OriginalFails:
            tell("they fail without the others, so that all tests are run")
            result = search(job)
    tried = {(edit.path, edit.line) for edit in subject.edits}
    result = replace(result, eager=staying_eager(judged.fixable, runs, tried))
    return subject.with_arguments(result.arguments) if result.arguments else subject, result


def subject_to_try(project: Project, judged: Judged, runs: Runs) -> Subject:
    """The edits of functions that take time: conversions, and repairs of what cannot be converted as it is."""
    analyst = analyst_of(project)
    tried = candidates(judged.fixable, runs)
    stuck = tuple(f for f in judged.fixable.functions if f.verdict == "keep" and is_hot(f, runs))
    repairs = judged.repairs
    if stuck and not repairs:
        repairs = find_repairs(replace(judged.fixable, functions=stuck), judged.sources, analyst, unsafe=True)
    repaired = {(each.path, each.line) for each in repairs}
    functions: list[FunctionReport] = [
        *(f for f in tried.functions if (f.path, f.line) not in repaired),
        *(f for f in judged.fixable.functions if (f.path, f.line) in repaired),
    ]
    # What is a graph already is watched, since what runs inside it shows in its results only.
    known = {(f.path, f.line) for f in functions}
    functions += [f for f in judged.fixable.functions if f.hybrid and (f.path, f.line) not in known]
    functions = [_left(f) if f.hybrid else f for f in functions]
    functions.sort(key=lambda f: (f.path, f.line))
    report: Report = replace(judged.fixable, functions=tuple(functions))
    return subject_of(
        report, judged.sources, unsafe=True, repairs=repairs, analyst=analyst if repairs else None
    )


def _left(function: FunctionReport) -> FunctionReport:
    return replace(function, verdict="keep")


def _deliver(
    subject: Subject, result: SpeedUp, options: CommonOptions, running: RunOptions, own: SpeedOptions
) -> int:
    edits = changing(subject.plan(result.keys)) if result.keys else ()
    if own.diff:
        if not options.silent:
            emit_patches(edits)
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
