"""`hybridize speedup`: from a command to the edits that are proved on it, and measured faster."""

from __future__ import annotations

from typing import Any

import click

from hybridize_cli.command_line import WithCommand, report_options, run_options, split_run_options
from hybridize_cli.options import common_options, split_options


@click.command(cls=WithCommand, options_metavar="[OPTIONS]", epilog="Behind `--` stands the command to run.")
@common_options
@run_options
@click.option("--diff", is_flag=True, help="Print the edits as a patch instead of the report.")
@click.option("--apply", "apply_edits", is_flag=True, help="Make the edits in your files.")
@click.option(
    "--minutes",
    type=click.FloatRange(min=0.0, min_open=True),
    default=60.0,
    show_default=True,
    metavar="N",
    help="Try nothing new after this time; what has been begun is finished.",
)
@click.option(
    "--repeat",
    type=click.IntRange(min=1),
    default=2,
    show_default=True,
    metavar="N",
    help="Runs of each version to measure with.",
)
@click.option(
    "--variants/--no-variants",
    default=True,
    show_default=True,
    help="Try arguments of `tf.function` for what is kept: `jit_compile`, `reduce_retracing`, `input_signature`.",
)
@click.option(
    "--batching/--no-batching",
    default=True,
    show_default=True,
    help="Try edits that batch calls of dynamic models, for which the program then needs `hybridize_runtime`.",
)
@click.option(
    "--fresh", is_flag=True, help="Begin anew, even where the same command was interrupted and could go on."
)
@report_options(["text", "json"], "json is stable.")
def speedup(**values: Any) -> int:
    """Run a command, and find the edits that make it faster: profiled, proved function by function, and measured.

    PATHS are files or directories: the working directory if there are none.  Nothing is written to them without `--apply`:
    the command runs in copies.  What is interrupted, or was not done when the time was over, is taken up when the same
    command is given again.  Exit codes: 0 done, whether or not anything was found, 2 wrong usage, 3 the command fails.
    """
    options, rest = split_options(values)
    running, own = split_run_options(rest)
    from hybridize_cli.speeding import SpeedOptions, run_speedup

    return run_speedup(options, running, SpeedOptions(**own))
