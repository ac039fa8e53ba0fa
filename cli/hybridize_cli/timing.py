"""One run of `measure`."""

from __future__ import annotations

from pathlib import Path

from hybridize_refactorings.proof.measuring import measure
from hybridize_refactorings.proof.verifying import OriginalFails

from hybridize_cli import measure_json, measure_page, measure_text
from hybridize_cli.checking import tell_about, tell_problems
from hybridize_cli.command_line import RunOptions, ended_by_signals, guarded, job_of, tell_failure
from hybridize_cli.exit_codes import CLEAN, COMMAND_FAILED
from hybridize_cli.options import CommonOptions
from hybridize_cli.output import emit, say, write_output
from hybridize_cli.project import judge, open_project
from hybridize_cli.proving import edits_of

_FORMATS = {"text": measure_text.render, "json": measure_json.render, "html": measure_page.render}


def run_measure(
    options: CommonOptions, running: RunOptions, *, repeat: int, output_format: str, output_file: Path | None
) -> int:
    """Runs `measure` once; returns its exit code."""
    project = open_project(options)
    tell_about(project, options)
    judged = judge(project, options)
    tell_problems(judged.report, options)
    job = job_of(project, running)
    subject = edits_of(project, judged)
    quiet = options.quiet or options.silent

    def act() -> int:
        try:
            found = measure(
                job, subject, lambda text: None if quiet else say(text), repeat=repeat,
                accept_failure=running.accept_failure,
            )  # fmt: skip
        except OriginalFails as failure:
            tell_failure(failure)
            return COMMAND_FAILED
        text = _FORMATS[output_format](found, running.command or ())
        if output_file is not None:
            write_output(output_file, text)
        elif not options.silent:
            emit(text)
        return CLEAN

    with ended_by_signals():
        return guarded(act)
