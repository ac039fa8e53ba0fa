"""The way to disk: a file is replaced as a whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import glob
import os
import stat
import tempfile
import time
from pathlib import Path

from hybridize_refactorings.edits import EditRefused, FileEdit

_RANDOM = 8  # characters that `tempfile` puts into a name
_ABANDONED = 60.0  # seconds after which nobody writes a temporary file any more
_REMEDIES = {
    errno.ENOENT: "it was removed or renamed: run again",
    errno.EACCES: "make the file and its folder writable and run again",
    errno.EPERM: "make the file and its folder writable and run again",
    errno.EROFS: "its file system is mounted read-only: work on a copy",
    errno.ENOSPC: "free disk space and run again",
}


def write(edit: FileEdit) -> None:
    """Replaces the file by `edit.after`, keeping its mode, attributes, encoding and line endings; follows a symlink
    within the project.

    Other hard links to the file keep the old text.  Does nothing when the edit changes nothing.

    Raises EditRefused when the file changed since it was read or cannot be written; it is then untouched, and
    no temporary file is left.
    """
    if edit.before == edit.after:
        return
    data = _encoded(edit)
    try:
        target = edit.path.resolve(strict=True)
        _require_inside(edit, target)
        _require_unchanged(edit, target)
        _require_writable(edit, target)
        _replace(edit, target, data)
    except OSError as error:
        cause = f"cannot be written: {error.strerror or error}"
        raise EditRefused(edit.path, cause, _REMEDIES.get(error.errno or 0, "run again")) from error


def _encoded(edit: FileEdit) -> bytes:
    try:
        return edit.after.encode(edit.encoding)
    except (UnicodeError, LookupError) as error:
        cause = f"the new text cannot be stored as {edit.encoding} ({error})"
        raise EditRefused(edit.path, cause, "convert the file to UTF-8 and run again") from error


def _require_unchanged(edit: FileEdit, target: Path) -> None:
    if target.read_bytes() != edit.raw:
        raise EditRefused(edit.path, "changed on disk since it was analysed", "run again")


def _require_inside(edit: FileEdit, target: Path) -> None:
    """A link may lead to what other projects share: nobody who edits this one has asked for that."""
    below = Path(edit.relative)
    if below.is_absolute() or edit.path.parts[-len(below.parts) :] != below.parts:
        return  # the file was named from elsewhere
    root = Path(*edit.path.parts[: -len(below.parts)])
    if edit.path.is_absolute() and not target.is_relative_to(root.resolve()):
        raise EditRefused(
            edit.path, f"leads out of the project, to {target}", "name that file to have it edited"
        )


def _require_writable(edit: FileEdit, target: Path) -> None:
    # `os.replace` asks only for the folder's permission and would overwrite a file marked read-only.
    if not os.access(target, os.W_OK):
        raise EditRefused(edit.path, "is read-only", "make it writable and run again")


def _remove_leftovers(target: Path) -> None:
    """Temporary files of runs that were killed while they wrote `target`; one that may be at work now keeps its own."""
    for leftover in target.parent.glob(f".{glob.escape(target.name)}.{'?' * _RANDOM}.tmp"):
        with contextlib.suppress(OSError):
            if time.time() - leftover.stat().st_mtime > _ABANDONED:
                leftover.unlink()


def _replace(edit: FileEdit, target: Path, data: bytes) -> None:
    _remove_leftovers(target)
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".tmp")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        _copy_attributes(target, temporary)
        _require_unchanged(edit, target)
        temporary.replace(target)
    except BaseException:  # Ctrl-C included: whatever ends the attempt, the temporary file goes
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise


def _copy_attributes(source: Path, target: Path) -> None:
    status = source.stat()
    if hasattr(os, "chown"):
        with contextlib.suppress(PermissionError):  # only root may give a file away; the mode still counts
            os.chown(target, status.st_uid, status.st_gid)
    target.chmod(stat.S_IMODE(status.st_mode))
    for name in os.listxattr(source) if hasattr(os, "listxattr") else ():
        with contextlib.suppress(OSError):  # of the system, or more than the file system takes
            os.setxattr(target, name, os.getxattr(source, name))
