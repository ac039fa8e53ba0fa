"""One run of `clean`."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from hybridize_analyzer.workspace.cache import FOLDER
from hybridize_analyzer.workspace.errors import InputError
from hybridize_analyzer.workspace.paths import is_directory

from hybridize_cli.escaping import printable
from hybridize_cli.exit_codes import CLEAN, FAILURE
from hybridize_cli.output import say

_TAG = "CACHEDIR.TAG"
_UNSEARCHED = frozenset({".git", ".hg", ".venv", "node_modules", "venv"})


def run_clean(paths: Sequence[str]) -> int:
    """Removes the caches below folders; returns the exit code.

    Raises:
        InputError: a path is no folder.
    """
    failed = 0
    for path in paths:
        if not is_directory(path):
            raise InputError(f"{path}: no such folder; name the folder of a project")
        for folder in _caches(Path(path)):
            try:
                shutil.rmtree(folder)
                say(f"removed {printable(str(folder))}")
            except OSError as error:
                say(
                    f"error: {printable(str(folder))} cannot be removed: {error.strerror}; check its permissions"
                )
                failed += 1
    return FAILURE if failed else CLEAN


def _caches(top: Path) -> Iterator[Path]:
    """Folders that hybridize has made: their name alone is no proof of it."""
    for folder, inside, _ in os.walk(top):
        if (
            FOLDER in inside
            and (Path(folder) / FOLDER / _TAG).is_file()
            and not (Path(folder) / FOLDER).is_symlink()
        ):
            yield Path(folder) / FOLDER
        inside[:] = sorted(name for name in inside if name != FOLDER and name not in _UNSEARCHED)
