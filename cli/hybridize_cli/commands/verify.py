"""`hybridize verify`: proves the edits by running a command on both versions."""

from __future__ import annotations

from typing import Any

import click

from hybridize_cli.command_line import WithCommand, report_options, run_options, split_run_options
from hybridize_cli.options import common_options, split_options


@click.command(cls=WithCommand, options_metavar="[OPTIONS]", epilog="Behind `--` stands the command to run.")
@common_options
@run_options
@click.option(
    "--rtol",
    type=click.FloatRange(min=0.0, min_open=True),
    default=1.0,
    show_default=True,
    metavar="FACTOR",
    help="Allow this many times the relative difference that is allowed for each dtype.",
)
@report_options(["text", "json"], "json is stable.")
def verify(**values: Any) -> int:
    """Run a command on the original and on the edited program, and compare function by function.

    PATHS are files or directories: the working directory if there are none.  Nothing is written to them: the command
    runs in copies.  Exit codes: 0 nothing is refuted, 1 an edit is, 2 wrong usage, 3 the command fails on the original.
    """
    options, rest = split_options(values)
    running, own = split_run_options(rest)
    from hybridize_cli.proving import run_verify

    return run_verify(options, running, **own)
