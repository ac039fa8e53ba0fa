"""Copies of the user's tree in which a command may do what it likes."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import stat
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

LARGEST = 4 << 30  # bytes; more is most likely data that nobody meant to copy
_MADE = frozenset(
    "__pycache__ .git .hg .svn .hybridize .hybridize_cache .mypy_cache .pytest_cache .ruff_cache .tox .nox "
    "node_modules".split()
)
_FICLONE = 0x40049409  # ioctl: share blocks until either file is written


class CopyError(Exception):
    """The tree cannot be copied; the text says why and what to do."""


@dataclass(frozen=True, slots=True)
class TreeCopy:
    """What is copied: the tree at `root`; folders in `linked` (absolute) and virtual environments become links."""

    root: Path
    linked: tuple[Path, ...] = ()
    largest: int = LARGEST


def copy_tree(tree: TreeCopy, target: Path) -> None:
    """Copies the tree to `target`, which must not exist.  Caches and `.git` stay behind.

    Files are copied or, where the file system can, cloned; never hard-linked, because a command that writes to a file in
    place would write to the original.  A link into the tree leads into the copy, any other to where it led.

    Raises:
        CopyError: the tree is too large, the disk is full, or something cannot be read.
    """
    _require_space(tree, target)
    # The temporary folder may stand in the tree: a copy does not contain itself.
    own = frozenset(os.path.realpath(path) for path in (target, target.parent))
    try:
        _copy_folder(tree, tree.root, target, own - {os.path.realpath(tree.root)})
    except OSError as error:
        raise CopyError(_explained(error, tree.root)) from error


def remove_tree(folder: Path) -> None:
    """Removes a folder even where the command has made parts of it read-only."""

    def again(function: Callable[..., Any], path: str, _error: Any) -> None:
        for place in (Path(path).parent, Path(path)):
            with contextlib.suppress(OSError):
                place.chmod(stat.S_IRWXU)
        with contextlib.suppress(OSError):
            function(path)

    shutil.rmtree(folder, onerror=again)


def size_of(tree: TreeCopy) -> tuple[int, dict[str, int]]:
    """Bytes to copy, in all and by top-level entry."""
    sizes: dict[str, int] = {}
    for entry in _entries(tree.root):
        sizes[entry.name] = sum(map(_file_size, _files(tree, entry)))
    return sum(sizes.values()), sizes


def files_of(tree: TreeCopy) -> Iterator[os.DirEntry[str]]:
    """Every file that is copied."""
    for entry in _entries(tree.root):
        yield from _files(tree, entry)


def _files(tree: TreeCopy, entry: os.DirEntry[str]) -> Iterator[os.DirEntry[str]]:
    if entry.is_symlink():
        return
    if entry.is_dir(follow_symlinks=False):
        if not _is_linked(tree, Path(entry.path)):
            for inner in _entries(Path(entry.path)):
                yield from _files(tree, inner)
    elif entry.is_file(follow_symlinks=False):
        yield entry


def _file_size(entry: os.DirEntry[str]) -> int:
    try:
        return entry.stat(follow_symlinks=False).st_size
    except OSError:
        return 0


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as found:
            return sorted((e for e in found if e.name not in _MADE), key=lambda e: e.name)
    except OSError as error:
        raise CopyError(_explained(error, folder)) from error


def _is_linked(tree: TreeCopy, folder: Path) -> bool:
    return folder in tree.linked or (folder / "pyvenv.cfg").is_file()


def _require_space(tree: TreeCopy, target: Path) -> None:
    total, sizes = size_of(tree)
    if total > tree.largest:
        top = sorted(sizes, key=sizes.__getitem__, reverse=True)[:3]
        named = ", ".join(f"{name} ({sizes[name] >> 20} MiB)" for name in top)
        raise CopyError(
            f"{tree.root} holds {total >> 20} MiB, more than the {tree.largest >> 20} MiB that are copied; largest: "
            f"{named}; name data that the command only reads with --link, or raise --max-copy"
        )
    free = shutil.disk_usage(target.parent).free
    if total > free:
        raise CopyError(
            f"{target.parent} has {free >> 20} MiB free and a copy of {tree.root} takes {total >> 20} MiB; "
            "free space, or set TMPDIR to a folder on another disk"
        )


def _copy_folder(tree: TreeCopy, source: Path, target: Path, own: frozenset[str]) -> None:
    target.mkdir()
    for entry in _entries(source):
        place = target / entry.name
        if entry.is_symlink():
            place.symlink_to(_led(tree, source / entry.name, place))
        elif entry.is_dir(follow_symlinks=False):
            if os.path.realpath(entry.path) in own:
                continue
            if _is_linked(tree, Path(entry.path)):
                place.symlink_to(entry.path, target_is_directory=True)
            else:
                _copy_folder(tree, Path(entry.path), place, own)
        elif entry.is_file(follow_symlinks=False):
            _copy_file(entry.path, place)
    mode = stat.S_IMODE(source.stat().st_mode)
    target.chmod(mode | stat.S_IRWXU)  # a read-only folder could be neither used nor removed


def _copy_file(source: str, target: Path) -> None:
    if not _cloned(source, target):
        shutil.copyfile(source, target)
    shutil.copystat(source, target)
    target.chmod(stat.S_IMODE(target.stat().st_mode) | stat.S_IWUSR)


def _cloned(source: str, target: Path) -> bool:
    """Shares the blocks of the file, copy on write, where the file system knows how."""
    try:
        import fcntl
    except ImportError:  # not on Windows
        return False
    with open(source, "rb") as old, target.open("wb") as new:  # noqa: PTH123 - an entry of scandir
        try:
            fcntl.ioctl(new.fileno(), _FICLONE, old.fileno())
        except OSError:
            return False
    return True


def _led(tree: TreeCopy, link: Path, place: Path) -> str:
    """Where the copy of a link leads."""
    written = os.readlink(link)  # noqa: PTH115 - as it is written
    goal = Path(os.path.normpath(link.parent / written))
    if goal.is_relative_to(tree.root):
        copied = place
        for _ in link.relative_to(tree.root).parts:
            copied = copied.parent
        return str(copied / goal.relative_to(tree.root)) if Path(written).is_absolute() else written
    return str(goal)


def _explained(error: OSError, place: Path) -> str:
    where = error.filename or place
    if error.errno == errno.ENOSPC:
        return (
            f"the disk is full while {place} is copied; free space, or set TMPDIR to a folder on another disk"
        )
    return (
        f"{where}: cannot be copied: {error.strerror or error}; make it readable, or leave it out with --link"
    )


def linked_folders(root: Path, named: Sequence[Path]) -> tuple[Path, ...]:
    """The folders of --link as they are compared.  Raises CopyError for one that is not below the tree."""
    found = []
    for path in named:
        absolute = Path(os.path.abspath(path))  # noqa: PTH100 - links in it count
        if absolute == root or not absolute.is_relative_to(root):
            raise CopyError(f"--link {path}: not a folder below {root}, which is what is copied")
        found.append(absolute)
    return tuple(found)
