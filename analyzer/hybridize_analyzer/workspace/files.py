"""Which files a run is about: paths from the user in, a stable list of Python files and notebooks out."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from hybridize_analyzer.report import Problem
from hybridize_analyzer.workspace.errors import InputError
from hybridize_analyzer.workspace.exclusion import (
    Exclusion,
    FileFilter,
    closest_marker,
    exclusion_for,
    is_excluded,
)
from hybridize_analyzer.workspace.notebooks import SUFFIX as NOTEBOOK
from hybridize_analyzer.workspace.paths import exists, is_directory, is_file
from hybridize_analyzer.workspace.reading import relative_path

_SUFFIXES = (".py", ".pyi", ".pyw")
_LONGEST = 256  # bytes of a first line that can name an interpreter
_FOREIGN = "not a Python file by its name; leave it out, or pipe it in: `hybridize check - < FILE`"
PROJECT_MARKERS = ("pyproject.toml", "hybridize.toml", ".git")


@dataclass(frozen=True, slots=True)
class ProjectFiles:
    """The files of one run, absolute, sorted.

    requested: what the user asked about.  context: the rest of the project, read so that imports and callers
    resolve, never reported on.  problems: links and directories that could not be followed or listed.
    named: what the user named one by one.
    """

    root: Path
    requested: tuple[Path, ...]
    context: tuple[Path, ...] = ()
    problems: tuple[Problem, ...] = ()
    named: frozenset[Path] = frozenset()

    def without_found_notebooks(self) -> ProjectFiles:
        """The same without notebooks that nobody has named: what runs programs does not run them."""
        requested, context = (
            tuple(path for path in paths if path.suffix != NOTEBOOK or path in self.named)
            for paths in (self.requested, self.context)
        )
        return replace(self, requested=requested, context=context)


@dataclass(slots=True)
class _Walk:
    """What one walk has found so far."""

    root: Path
    files: list[Path] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def project_root(paths: Sequence[Path]) -> Path:
    """The directory that reported paths are relative to.

    One directory is its own root; for files, or several paths, it is their project (the closest directory
    with a pyproject.toml, hybridize.toml or .git), else the working directory, else what they have in common.
    """
    if len(paths) == 1 and is_directory(paths[0]):
        return paths[0]
    common = _common_directory(paths)
    marked = closest_marker(common, PROJECT_MARKERS)
    if marked is not None:
        return marked
    working = Path.cwd()
    return working if common.is_relative_to(working) else common


def find_files(
    paths: Sequence[Path], root: Path, keep: FileFilter, *, virtual: Path | None = None
) -> ProjectFiles:
    """All Python files and notebooks that `paths` (absolute) stand for, and those around them that give context.

    A named file is taken if it has no suffix, one of Python or of notebooks, or says in its first line that Python runs
    it; others are problems, and not passed over in silence.  `virtual` is the one path that need not exist: the name of
    what comes from standard input.

    Raises:
        InputError: a path does not exist, cannot be read, or is neither a file nor a directory.
    """
    walk = _Walk(root)
    for path in paths:
        if path != virtual:
            _require(path)
        if keep.force_exclude and is_excluded(path, keep):
            continue
        if is_directory(path):
            _walk_directory(path, keep, walk)
        elif path == virtual or _may_be_python(path):
            walk.files.append(path)
        else:
            walk.problems.append(Problem(relative_path(path, root), _FOREIGN))
    requested = _unique(walk.files)
    context = _context(paths, root, keep)
    known = set(requested)
    return ProjectFiles(
        root,
        requested,
        tuple(path for path in context if path not in known),
        tuple(sorted(walk.problems, key=_by_path)),
        frozenset(paths),
    )


def _may_be_python(path: Path) -> bool:
    """Whether a file that the user names can be a program."""
    if path.suffix in ("", NOTEBOOK, *_SUFFIXES):
        return True
    try:
        with path.open("rb") as stream:
            first = stream.readline(_LONGEST)
    except OSError:
        return True  # whoever reads it says what is wrong
    return first.startswith(b"#!") and b"python" in first


def _by_path(problem: Problem) -> str:
    return problem.path


def _require(path: Path) -> None:
    try:
        mode = os.stat(path).st_mode  # noqa: PTH116
    except FileNotFoundError:
        if path.is_symlink():
            raise InputError(
                f"{path}: a symbolic link that leads nowhere; name the file it should lead to"
            ) from None
        raise InputError(f"{path}: no such file or directory; check the spelling") from None
    except OSError as error:
        raise InputError(f"{path}: cannot be reached: {error.strerror}; leave the path out") from None
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        raise InputError(f"{path}: neither a file nor a directory; use `-` to read standard input")
    if not os.access(path, os.R_OK):
        raise InputError(f"{path}: permission to read it is missing; grant it, or leave the path out")


def _common_directory(paths: Sequence[Path]) -> Path:
    directories = [path if is_directory(path) else path.parent for path in paths]
    try:
        return Path(os.path.commonpath(directories))
    except ValueError:  # Windows: paths on several drives have nothing in common
        return Path.cwd()


def _context(paths: Sequence[Path], root: Path, keep: FileFilter) -> tuple[Path, ...]:
    """Files that are read but not reported on: the project's, or what Python finds beside a lone script."""
    if len(paths) == 1 and is_directory(paths[0]):
        return ()
    walk = _Walk(root)
    if any(exists(root / name) for name in PROJECT_MARKERS):
        _walk_directory(root, keep, walk)
    else:
        # Without a project the root may be a home directory: stay with what a script could import.
        for directory in {path.parent for path in paths if not is_directory(path)}:
            _walk_directory(directory, keep, walk, packages_only=True)
    return _unique(walk.files)


def _unique(files: Iterable[Path]) -> tuple[Path, ...]:
    """`files` sorted, each file on disk once: an edit must not reach the same bytes through two names."""
    kept: dict[str, Path] = {}
    for path in sorted(set(files), key=lambda path: (path.is_symlink(), path.parts)):
        kept.setdefault(os.path.realpath(path), path)
    return tuple(sorted(kept.values(), key=lambda path: path.parts))


def _walk_directory(top: Path, keep: FileFilter, walk: _Walk, *, packages_only: bool = False) -> None:
    """Adds the Python files and notebooks below `top`; links to directories are not followed, so no loop can trap it."""
    pending = [(str(top), exclusion_for(top, keep))]
    while pending:
        directory, outside = pending.pop()
        exclusion = outside.inside(directory) if keep.respect_gitignore else outside
        for entry in _entries(directory, walk):
            if entry.is_dir(follow_symlinks=False):
                if _enters(entry, exclusion, packages_only=packages_only):
                    pending.append((entry.path, exclusion))
            elif _is_python(entry.name) and not exclusion.leaves_out(entry.path):
                _add_file(Path(entry.path), walk)


def _entries(directory: str, walk: _Walk) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(directory) as entries:
            return sorted(entries, key=lambda entry: entry.name)
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else str(error)
        message = f"directory cannot be listed: {reason}; check the permissions, or exclude it"
        walk.problems.append(Problem(relative_path(Path(directory), walk.root), message))
        return []


def _is_python(name: str) -> bool:
    is_lock = name.startswith(".#")  # of Emacs: a dangling link
    return name.endswith((".py", NOTEBOOK)) and not is_lock


def _add_file(path: Path, walk: _Walk) -> None:
    if is_file(path):
        walk.files.append(path)
    elif path.is_symlink() and not is_directory(path):
        message = "a symbolic link that leads nowhere or to itself; remove or repair it, or exclude it"
        walk.problems.append(Problem(relative_path(path, walk.root), message))


def _enters(entry: os.DirEntry[str], exclusion: Exclusion, *, packages_only: bool) -> bool:
    if exclusion.leaves_out(entry.path + "/"):
        return False
    if packages_only and not exists(f"{entry.path}/__init__.py"):
        return False
    return not exists(f"{entry.path}/pyvenv.cfg")  # a virtual environment, whatever its name
