"""The way to disk: a file is replaced as a whole or not at all."""

from __future__ import annotations

from hybridize_refactorings.edits import FileEdit


def write(edit: FileEdit) -> None:
    """Replaces the file by `edit.after`, keeping its mode, encoding and line endings; follows a symlink.

    Raises EditRefused when the file changed since it was read or cannot be written; it is then untouched.
    """
    raise NotImplementedError
