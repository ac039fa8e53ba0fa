"""`hybridize why FILE:LINE[:NAME]`: from where a verdict, or what an expression holds, comes."""

from __future__ import annotations

from pathlib import Path

import click

from hybridize_cli.options import python_option


@click.command()
@click.argument("place", metavar="FILE:LINE[:WHAT]")
@click.option(
    "--format",
    "-f",
    "output_format",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="json is stable.",
)
@click.option(
    "--depth",
    type=click.IntRange(min=1),
    default=6,
    show_default=True,
    metavar="N",
    help="Steps back that are shown.",
)
@click.option("--isolated", is_flag=True, help="Read no settings file.")
@click.option("--config", multiple=True, metavar="PATH|KEY=VALUE", help="As for `check`.")
@click.option(
    "--project",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIRECTORY",
    help="The project whose files are read; without it the one that the file belongs to.",
)
@python_option
def why(
    place: str,
    output_format: str,
    depth: int,
    *,
    isolated: bool,
    config: tuple[str, ...],
    project: Path | None,
    python: Path | None,
) -> int:
    """Tell step by step from where a verdict comes, or what an expression holds.

    FILE:LINE asks for the verdict of the function there: what speaks against a graph, what is assumed, what reaches its
    parameters.  WHAT is an expression that begins at the line (`train.py:41:x`, `train.py:41:self.rate`), or a column.

    Exit codes: 0 answered, 2 nothing is there.
    """
    from hybridize_cli.why import run_why

    return run_why(
        place, output_format, depth=depth, isolated=isolated, config=config, project=project, python=python
    )
