"""`hybridize run-model FILE`: runs an exported model."""

from __future__ import annotations

from pathlib import Path

import click

from hybridize_cli.exit_codes import CLEAN
from hybridize_cli.extras import missing
from hybridize_cli.output import emit

FILE = click.Path(dir_okay=False, path_type=Path)


@click.command(name="run-model")
@click.argument("file", type=FILE)
@click.option(
    "--input", "inputs", multiple=True, metavar="NAME=FILE", help="An array that NumPy stored (.npy)."
)
@click.option(
    "--graphs", type=FILE, metavar="FILE", help="JSON: a list of objects with `cells`, `children`, `pulls`."
)
@click.option("--output", "-o", type=FILE, metavar="FILE", help="Store the results there, as .npz.")
@click.option("--device", type=click.Choice(["cpu", "cuda"]), default="cpu", show_default=True)
def run_model(
    file: Path, inputs: tuple[str, ...], graphs: Path | None, output: Path | None, device: str
) -> int:
    """Run FILE, a model that `hybridize_runtime.export` wrote, without TensorFlow.

    Without inputs it says what the model takes.  Needs the extra `portable`; see docs/portable.md.
    """
    pairs = [_pair(text) for text in inputs]
    try:
        from hybridize_runtime.vm.errors import ArchiveError
        from hybridize_runtime.vm.files import run_files
    except ImportError as error:
        raise click.ClickException(missing("running models", str(error.name), "portable")) from None
    try:
        emit(f"{run_files(file, dict(pairs), graphs, output, device)}\n")
    except (ArchiveError, OSError, ValueError) as error:
        raise click.ClickException(str(error)) from None
    except ImportError as error:
        raise click.ClickException(missing("running models", str(error.name), "portable")) from None
    return CLEAN


def _pair(text: str) -> tuple[str, Path]:
    name, equals, path = text.partition("=")
    if not name or not equals or not path:
        raise click.BadParameter(f"`{text}` is not NAME=FILE", param_hint="--input")
    return name, Path(path)
