"""Questions about paths that are answered with no, not with an error, where a directory may not be searched.

The methods of `Path` raise there before Python 3.12.
"""

from __future__ import annotations

import os
from pathlib import Path


def is_file(path: str | Path) -> bool:
    """Whether `path` leads to a regular file."""
    return os.path.isfile(path)  # noqa: PTH113


def is_directory(path: str | Path) -> bool:
    """Whether `path` leads to a directory."""
    return os.path.isdir(path)  # noqa: PTH112


def exists(path: str | Path) -> bool:
    """Whether `path` leads anywhere."""
    return os.path.exists(path)  # noqa: PTH110


def absolute(path: str | Path) -> Path:
    """`path` made absolute without following links, so that reports show what the user typed."""
    return Path(os.path.abspath(path))  # noqa: PTH100 - Path.absolute keeps `..`
