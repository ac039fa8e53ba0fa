"""`hybridize fix`: makes the edits."""

from __future__ import annotations

from typing import Any

import click

from hybridize_cli.options import common_options, split_options


@click.command()
@common_options
@click.option("--diff", is_flag=True, help="Show the edits as a patch and make none; exit with 1 if any.")
@click.option("--exit-non-zero-on-fix", is_flag=True, help="Exit with 1 if anything was edited.")
def fix(**values: Any) -> int:
    """Make the safe edits, and say which others were withheld and why.

    PATHS are files or directories: the working directory if there are none; with `-` the edited program goes
    to standard output.
    """
    options, own = split_options(values)
    from hybridize_cli.fixing import run_fix

    return run_fix(options, diff=own["diff"], exit_non_zero_on_fix=own["exit_non_zero_on_fix"])
