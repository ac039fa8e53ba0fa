"""One run of `measure`."""

from __future__ import annotations

from pathlib import Path

from hybridize_refactorings.proof.measuring import measure

from hybridize_cli import measure_json, measure_page, measure_text
from hybridize_cli.command_line import RunOptions, guarded, job_of, progress, unless_it_fails
from hybridize_cli.exit_codes import CLEAN, COMMAND_FAILED
from hybridize_cli.options import CommonOptions
from hybridize_cli.output import deliver
from hybridize_cli.proving import opened

_FORMATS = {"text": measure_text.render, "json": measure_json.render, "html": measure_page.render}


def run_measure(
    options: CommonOptions, running: RunOptions, *, repeat: int, output_format: str, output_file: Path | None
) -> int:
    """Runs `measure` once; returns its exit code."""
    project, _, subject = opened(options)
    job = job_of(project, running)

    def act() -> int:
        found = unless_it_fails(
            lambda: measure(
                job, subject, progress(options), repeat=repeat, accept_failure=running.accept_failure
            )
        )
        if found is None:
            return COMMAND_FAILED
        text = _FORMATS[output_format](found, running.command or ())
        deliver(text, output_file, shown=not options.silent)
        return CLEAN

    return guarded(act)
