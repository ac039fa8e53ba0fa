"""`hybridize measure`: times the edited functions in both versions."""

from __future__ import annotations

from typing import Any

import click

from hybridize_cli.command_line import WithCommand, report_options, run_options, split_run_options
from hybridize_cli.options import common_options, split_options


@click.command(cls=WithCommand, epilog="Behind `--` stands the command to run.")
@common_options
@run_options
@click.option(
    "--repeat",
    type=click.IntRange(min=1),
    default=2,
    show_default=True,
    metavar="N",
    help="Runs of each version.",
)
@report_options(["text", "json", "html"], "json is stable; html is one file with drawings.")
def measure(**values: Any) -> int:
    """Run a command on the original and on the edited program, and time the edited functions.

    PATHS are files or directories: the working directory if there are none.  Nothing is written to them: the command
    runs in copies.  Exit codes: 0 measured, 2 wrong usage, 3 the command fails.
    """
    options, rest = split_options(values)
    running, own = split_run_options(rest)
    from hybridize_cli.timing import run_measure

    return run_measure(options, running, **own)
