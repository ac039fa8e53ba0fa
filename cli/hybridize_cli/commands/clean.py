"""`hybridize clean`: removes what hybridize has kept."""

from __future__ import annotations

import click


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(readable=False))
def clean(paths: tuple[str, ...]) -> int:
    """Remove the caches of projects: `.hybridize_cache` in PATHS (the working directory if there are none) and below.

    Profiles and baselines are no caches and stay.
    """
    from hybridize_cli.cleaning import run_clean

    return run_clean(paths or (".",))
