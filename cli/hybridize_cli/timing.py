"""One run of `measure`."""

from __future__ import annotations

from pathlib import Path

from hybridize_refactorings.proof.measuring import measure
from hybridize_refactorings.proof.verifying import OriginalFails

from hybridize_cli import measure_json, measure_page, measure_text
from hybridize_cli.command_line import RunOptions, ended_by_signals, guarded, job_of, tell_failure
from hybridize_cli.exit_codes import CLEAN, COMMAND_FAILED
from hybridize_cli.options import CommonOptions
from hybridize_cli.output import deliver, say
from hybridize_cli.proving import opened

_FORMATS = {"text": measure_text.render, "json": measure_json.render, "html": measure_page.render}


def run_measure(
    options: CommonOptions, running: RunOptions, *, repeat: int, output_format: str, output_file: Path | None
) -> int:
    """Runs `measure` once; returns its exit code."""
    project, _, subject = opened(options)
    job = job_of(project, running)
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
        deliver(text, output_file, shown=not options.silent)
        return CLEAN

    with ended_by_signals():
        return guarded(act)
