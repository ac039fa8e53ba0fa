"""`hybridize lsp`: the language server."""

from __future__ import annotations

import click
from hybridize_analyzer.workspace.errors import InputError

from hybridize_cli.extras import missing


@click.command()
@click.option("--stdio", is_flag=True, help="Serve on standard streams (the default).")
@click.option(
    "--tcp",
    "port",
    metavar="PORT",
    type=click.IntRange(0, 65535),
    help="Serve the first client that connects to this port of this machine.",
)
def lsp(stdio: bool, port: int | None) -> int:
    """Serve an editor: the Language Server Protocol on standard streams, or on a port."""
    if stdio and port is not None:
        raise InputError("--stdio and --tcp do not go together; use one")
    try:
        import pygls  # noqa: F401
    except ModuleNotFoundError:
        raise InputError(missing("the language server", "pygls", "lsp")) from None
    from hybridize_lsp.serving import serve

    return serve(port)
