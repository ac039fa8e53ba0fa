"""One run of `profile`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from hybridize_analyzer.observed.profile import FOLDER, Profile, default_file, read_profile, written
from hybridize_analyzer.workspace.errors import InputError
from hybridize_refactorings.proof.commands import Ended
from hybridize_refactorings.proof.profiling import profile
from hybridize_refactorings.proof.runs import Job

from hybridize_cli import profile_page, profile_text
from hybridize_cli.checking import tell_about, tell_problems
from hybridize_cli.command_line import RunOptions, ended_by_signals, guarded, job_of, progress, tell_output
from hybridize_cli.exit_codes import CLEAN, COMMAND_FAILED
from hybridize_cli.options import CommonOptions
from hybridize_cli.output import emit, make_own_folder, say, write_output
from hybridize_cli.project import Judged, judge, open_project, without_found_notebooks


def run_profile(
    options: CommonOptions, running: RunOptions, *, output_format: str, output_file: Path | None, append: bool
) -> int:
    """Runs `profile` once; returns its exit code."""
    options = replace(options, no_profile=True)  # the one that is there is about to be replaced
    project = without_found_notebooks(open_project(options))
    job = job_of(project, running)
    file = output_file or default_file(project.files.root)
    before = read_profile(file) if append and file.is_file() else None
    tell_about(project, options)
    judged = judge(project, options)
    tell_problems(judged.report, options)

    def act() -> int:
        found, ended = take_profile(job, judged, options)
        if before is not None:
            found = before.merged(found)
        keep_profile(file, found, project.files.root)
        if not options.silent:
            emit(_shown(found, judged, output_format))
            if not options.quiet:
                say(f"the profile is in {file}; `hybridize check` takes it into account")
        return _code(ended, running)

    return guarded(act)


def take_profile(job: Job, judged: Judged, options: CommonOptions) -> tuple[Profile, Ended]:
    """Runs the command once under the probe."""
    progress(options)("run 1: the original program, profiled")
    with ended_by_signals():
        found, ended = profile(job, judged.sources)
    for fault in found.faults:
        say(f"warning: a fault of the probe, not of the program: {fault}")
    if not found.functions:
        say("warning: the command ran no function of the project in a Python that loads the probe")
    return found, ended


def keep_profile(file: Path, found: Profile, root: Path) -> None:
    """Writes the profile; the folder that is made for it is none that git should see."""
    try:
        if file.parent == root / FOLDER:
            make_own_folder(file.parent)
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"{file.parent}: cannot be made: {error.strerror}; choose another file with -o"
        ) from error
    write_output(file, written(found).decode("utf-8"))


def _shown(found: Profile, judged: Judged, output_format: str) -> str:
    if output_format == "json":
        return written(found).decode("utf-8")
    render = profile_page.render if output_format == "html" else profile_text.render
    return render(found, judged.report)


def _code(ended: Ended, running: RunOptions) -> int:
    if ended.code is not None and (ended.code == 0 or running.accept_failure):
        return CLEAN
    how = f"was ended after {ended.seconds:.0f} s" if ended.code is None else ended.how
    say(f"error: the command {how}; the profile holds what it did until then")
    tell_output(ended)
    return COMMAND_FAILED
