"""Where the packages of the program's environment are installed."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from hybridize_analyzer.workspace.errors import InputError

NO_PACKAGES = "none"
"""In place of a path: no packages are read."""
_NEARBY = (".venv", "venv")
_BELOW = ("lib/python3*/site-packages", "Lib/site-packages")


@dataclass(frozen=True, slots=True)
class Environment:
    """folders: those with installed packages, in the order in which Python looks.

    digest: stands for the versions of all that is installed there.
    """

    folders: tuple[str, ...] = ()
    digest: str = ""


NOTHING_INSTALLED = Environment()


def find_environment(
    root: Path, python: Path | None = None, variables: Mapping[str, str] = os.environ
) -> Environment:
    """The environment of a project: the one that is named, else the active one, else one beside the project.

    python: an interpreter, the folder of a virtual environment, or a folder of packages; `none` for no packages.
    variables: of the process; `VIRTUAL_ENV` and `CONDA_PREFIX` name the active environment.

    Raises:
        InputError: `python` is named, and no packages are there.
    """
    if python is not None and python.name == NO_PACKAGES:
        return NOTHING_INSTALLED
    if python is not None:
        folders = tuple(_folders_of(python))
        if not folders:
            raise InputError(
                f"{python}: no installed packages are found there; name an interpreter, the folder of a virtual "
                "environment, or a folder `site-packages`"
            )
        return _environment(folders)
    active = (Path(variables[name]) for name in ("VIRTUAL_ENV", "CONDA_PREFIX") if variables.get(name))
    beside = (root / name for name in _NEARBY)
    found = (folders for place in (*active, *beside) if (folders := tuple(_below(place))))
    return _environment(next(found, ()))


def _folders_of(python: Path) -> Iterator[Path]:
    if python.is_dir():
        found = tuple(_below(python))
        yield from found or ((python,) if _holds_packages(python) else ())
    elif python.is_file():
        yield from _below(python.parent.parent)  # bin/python, which may be a link to another folder


def _below(place: Path) -> Iterator[Path]:
    for pattern in _BELOW:
        yield from sorted(folder for folder in place.glob(pattern) if folder.is_dir())


def _holds_packages(folder: Path) -> bool:
    return any(folder.glob("*/__init__.py")) or any(folder.glob("*.dist-info"))


def _environment(folders: tuple[Path, ...]) -> Environment:
    if not folders:
        return NOTHING_INSTALLED
    # The name of a `dist-info` folder has the version of what it describes.
    installed = sorted(found.name for folder in folders for found in folder.glob("*.dist-info"))
    text = "\0".join((*map(str, folders), *installed))
    return Environment(tuple(map(str, folders)), hashlib.blake2b(text.encode(), digest_size=8).hexdigest())
