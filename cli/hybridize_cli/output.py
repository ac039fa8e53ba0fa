"""Text to where the user wants it: standard output, standard error, or a file that is never half written."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

import click
from hybridize_analyzer.workspace.errors import InputError


class OutputClosed(Exception):  # noqa: N818 - it names the event: the reader of our output is gone
    """Standard output was closed by its reader, such as `head`."""


def emit(text: str | bytes, *, colour: bool = False) -> None:
    """Writes to standard output, as it is.

    Raises:
        OutputClosed: nobody reads it any more.
        InputError: it cannot be written.
    """
    if sys.stdout is None:  # closed from the start; older versions of click trip over it
        return
    try:
        click.echo(text, nl=False, color=colour)
    except BrokenPipeError:
        raise OutputClosed from None
    except OSError as error:
        drop_stdout()
        raise InputError(
            f"standard output cannot be written: {error.strerror}; free space, or use -o"
        ) from None


def say(text: str) -> None:
    """Writes one message to standard error."""
    if sys.stderr is not None:
        click.echo(text, err=True)


def drop_stdout() -> None:
    """Points standard output to nowhere, so that Python does not complain about it on its way out."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def deliver(text: str, file: Path | None, *, shown: bool, colour: bool = False) -> None:
    """A report to the file that was asked for, else to standard output if it is to be shown.

    Raises:
        OutputClosed: nobody reads it any more.
        InputError: it cannot be written.
    """
    if file is not None:
        write_output(file, text)
    elif shown:
        emit(text, colour=colour)


def make_own_folder(folder: Path) -> None:
    """Makes a folder of the tool in a project, if there is none; git is told to leave it alone.

    Raises:
        OSError: it cannot be made.
    """
    folder.mkdir(parents=True, exist_ok=True)
    ignore = folder / ".gitignore"
    if not ignore.exists():
        ignore.write_text("*\n", encoding="utf-8")


def write_output(file: Path, text: str) -> None:
    """Replaces `file` by `text` as a whole or not at all.

    Raises:
        InputError: it cannot be written.
    """
    try:
        if file.exists() and not file.is_file():  # /dev/stdout, a named pipe: there is nothing to replace
            file.write_text(text, encoding="utf-8", newline="")
        else:
            _replace(file, text)
    except OSError as error:
        raise InputError(f"{file}: cannot be written: {error.strerror}; check the directory") from None


def _replace(file: Path, text: str) -> None:
    target = file.resolve()
    mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
    descriptor, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    temporary = Path(name)
    try:
        with open(descriptor, "w", encoding="utf-8", newline="") as stream:  # noqa: PTH123 - a descriptor
            stream.write(text)
        temporary.chmod(mode)
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
