"""`hybridize fix`: makes the edits."""

from __future__ import annotations

from typing import Any

import click
from hybridize_analyzer.workspace.errors import InputError

from hybridize_cli.command_line import WithCommand, run_options, split_run_options
from hybridize_cli.options import common_options, split_options


class _Fix(WithCommand):
    always = False


@click.command(cls=_Fix, epilog="With --verify, the command to run stands behind `--`.")
@common_options
@click.option("--diff", is_flag=True, help="Show the edits as a patch and make none; exit with 1 if any.")
@click.option("--exit-non-zero-on-fix", is_flag=True, help="Exit with 1 if anything was edited.")
@click.option(
    "--verify",
    is_flag=True,
    help="Run a command (behind `--`) first, and make only the edits that it proves.",
)
@click.option(
    "--not-exercised",
    is_flag=True,
    help="With --verify: also make the edits that the command does not reach.",
)
@run_options
def fix(**values: Any) -> int:
    """Make the safe edits, and say which others were withheld and why.

    PATHS are files or directories: the working directory if there are none; with `-` the edited program goes
    to standard output.
    """
    options, rest = split_options(values)
    running, own = split_run_options(rest)
    if not own["verify"]:
        if own["not_exercised"]:
            raise InputError("--not-exercised goes with --verify only")
        from hybridize_cli.fixing import run_fix

        return run_fix(options, diff=own["diff"], exit_non_zero_on_fix=own["exit_non_zero_on_fix"])
    if options.from_stdin:
        raise InputError("--verify runs a program in its tree; it cannot work on standard input")
    from hybridize_cli.verified_fixing import run_verified_fix

    return run_verified_fix(
        options,
        running,
        diff=own["diff"],
        exit_non_zero_on_fix=own["exit_non_zero_on_fix"],
        not_exercised=own["not_exercised"],
    )
