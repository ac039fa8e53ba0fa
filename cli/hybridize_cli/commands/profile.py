"""`hybridize profile`: runs a command once, and keeps what its functions did."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from hybridize_cli.command_line import WithCommand, run_options, split_run_options
from hybridize_cli.options import common_options, split_options


@click.command(cls=WithCommand, options_metavar="[OPTIONS]", epilog="Behind `--` stands the command to run.")
@common_options
@run_options
@click.option(
    "--output-format",
    "--format",
    "-f",
    type=click.Choice(["text", "json", "html"]),
    default="text",
    show_default=True,
    help="What is printed: a table, the profile itself, or one page with a drawing.",
)
@click.option(
    "--output-file",
    "-o",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where the profile is kept; `.hybridize/profile.json` below the project's root by default.",
)
@click.option(
    "--append", is_flag=True, help="Add to the runs that the file holds already, instead of replacing them."
)
def profile(**values: Any) -> int:
    """Run a command once, and keep what each function of the project did in it.

    PATHS are files or directories: the working directory if there are none.  The command runs in a copy of the tree; only
    the profile is written.  `check` and `fix` then take it into account.  Exit codes: 0 profiled, 2 wrong usage, 3 the
    command fails (what it did until then is kept).
    """
    options, rest = split_options(values)
    running, own = split_run_options(rest)
    from hybridize_cli.profiling import run_profile

    return run_profile(options, running, **own)
