"""`check --watch`: the same check again whenever something it reads changes."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

import click
from hybridize_analyzer.workspace.errors import InputError
from hybridize_analyzer.workspace.paths import absolute, is_directory
from hybridize_analyzer.workspace.settings import SETTINGS_FILES

from hybridize_cli.exit_codes import CLEAN
from hybridize_cli.options import CommonOptions
from hybridize_cli.output import say
from hybridize_cli.project import open_project


def watch(options: CommonOptions, check: Callable[[], int]) -> int:
    """Checks now and after every change, until it is interrupted.

    Raises:
        InputError: a path or setting that cannot be used when the watch starts; later ones are told about.
    """
    import watchfiles

    class Watched(watchfiles.DefaultFilter):
        """Python and settings files outside the directories that hold no program."""

        def __call__(self, change: watchfiles.Change, path: str) -> bool:
            relevant = path.endswith(".py") or Path(path).name in SETTINGS_FILES
            return relevant and super().__call__(change, path)

    places = _places(options)
    _check_and_wait(check, options)
    for _ in watchfiles.watch(*places, watch_filter=Watched()):
        if sys.stdout.isatty():
            click.clear()
        _check_and_wait(check, options)
    return CLEAN


def _places(options: CommonOptions) -> list[Path]:
    """Directories, not files: an editor that saves by renaming would end the watch of a file."""
    paths = [absolute(path) for path in options.paths or (".",)]
    directories = {path if is_directory(path) else path.parent for path in paths}
    return sorted(directories | set(open_project(options).settings.files))


def _check_and_wait(check: Callable[[], int], options: CommonOptions) -> None:
    try:
        check()
    except InputError as error:
        say(f"error: {error}")
    if not options.quiet and not options.silent:
        say(f"{time.strftime('%H:%M:%S')} waiting for changes; Ctrl-C stops")
