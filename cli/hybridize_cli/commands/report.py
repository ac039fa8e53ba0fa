"""`hybridize report`: one page about a project, for those who decide what is done next."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from hybridize_cli.options import common_options, split_options


@click.command()
@common_options
@click.option(
    "--output-format",
    "--format",
    "-f",
    type=click.Choice(["html", "json"]),
    default="html",
    show_default=True,
    help="One page that needs no network, or the data that it shows.",
)
@click.option(
    "--output-file",
    "-o",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the report to a file.",
)
@click.option(
    "--against",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="A report of an earlier day, as JSON: show what has changed since.",
)
def report(**values: Any) -> int:
    """Write a report about a whole project: what can become graphs, at what gain, and what stands in the way.

    PATHS are files or directories: the working directory if there are none.  Exit codes: 0 written, 2 wrong usage.
    """
    options, own = split_options(values)
    from hybridize_cli.reporting import run_report

    return run_report(options, **own)
