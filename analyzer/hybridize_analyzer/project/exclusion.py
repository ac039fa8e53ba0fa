"""What does not belong to a project: excluded by its settings, or ignored by git."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pathspec import GitIgnoreSpec

from hybridize_analyzer.project.paths import exists, is_directory

DEFAULT_EXCLUDE = (
    ".bzr",
    ".direnv",
    ".eggs",
    ".git",
    ".hg",
    ".ipynb_checkpoints",
    ".mypy_cache",
    ".nox",
    ".pants.d",
    ".pyenv",
    ".pytest_cache",
    ".pytype",
    ".ruff_cache",
    ".svn",
    ".tox",
    ".venv",
    ".vscode",
    "__pycache__",
    "__pypackages__",
    "_build",
    "buck-out",
    "build",
    "dist",
    "node_modules",
    "site-packages",
    "venv",
)


@dataclass(frozen=True, slots=True)
class FileFilter:
    """What to leave out.

    base: directory that `exclude` (in the syntax of .gitignore) is relative to.
    force_exclude: leave out files that the user names, too; pre-commit names every file it knows.
    """

    base: Path
    exclude: tuple[str, ...] = DEFAULT_EXCLUDE
    respect_gitignore: bool = True
    force_exclude: bool = False


@dataclass(frozen=True, slots=True)
class Patterns:
    """Patterns in the syntax of .gitignore, and the directory they are relative to."""

    directory: str
    spec: GitIgnoreSpec

    def verdict(self, path: str) -> bool | None:
        """True: `path` (a directory ends in `/`) is left out; False: taken back; None: not spoken of."""
        relative = path[len(self.directory) :].lstrip("/")
        return self.spec.check_file(relative).include if relative else None


@dataclass(frozen=True, slots=True)
class Exclusion:
    """What is left out at one place of the tree; `ignores` are .gitignore files, outermost first."""

    excluded: Patterns
    ignores: tuple[Patterns, ...]

    def leaves_out(self, path: str) -> bool:
        """Whether `path` below this place is left out; a directory ends in `/`."""
        return self.excluded.verdict(path) is True or git_ignores(path, self.ignores)

    def inside(self, directory: str) -> Exclusion:
        """What is left out in `directory`: this, and what a .gitignore there adds."""
        added = _read_patterns(directory, ".gitignore")
        return replace(self, ignores=self.ignores + added) if added else self


def git_ignores(path: str, ignores: Sequence[Patterns]) -> bool:
    """The innermost .gitignore that speaks of `path` decides."""
    verdicts = (patterns.verdict(path) for patterns in reversed(ignores))
    return next((verdict for verdict in verdicts if verdict is not None), False)


def closest_marker(start: Path, names: Sequence[str]) -> Path | None:
    """The nearest directory at or above `start` that holds one of `names`."""
    for directory in (start, *start.parents):
        if any(exists(directory / name) for name in names):
            return directory
    return None


def exclusion_for(top: Path, keep: FileFilter) -> Exclusion:
    """What is left out below `top`, a directory that the user named.

    A pattern above `top` that leaves out `top` itself does not leave out what is in it.
    """
    path = f"{top}/"
    excluded = _settings_patterns(keep, top)
    if excluded.verdict(path):
        excluded = Patterns(str(top), excluded.spec)
    ignores = _ignores_above(top) if keep.respect_gitignore else ()
    return Exclusion(excluded, () if git_ignores(path, ignores) else ignores)


def is_excluded(path: Path, keep: FileFilter) -> bool:
    """Whether settings or git leave out `path` (absolute) itself, or a directory that it is in."""
    text = f"{path}/" if is_directory(path) else str(path)
    if _settings_patterns(keep, path).verdict(text):
        return True
    return keep.respect_gitignore and git_ignores(text, _ignores_above(path))


def _settings_patterns(keep: FileFilter, top: Path) -> Patterns:
    base = keep.base if top.is_relative_to(keep.base) else top
    return Patterns(str(base), GitIgnoreSpec.from_lines(keep.exclude))


def _ignores_above(top: Path) -> tuple[Patterns, ...]:
    """The ignore files of the repository around `top`, outermost first, without that of `top` itself."""
    repository = closest_marker(top, (".git",))
    if repository is None:
        return ()
    ignores = _read_patterns(str(repository), ".git/info/exclude")
    for directory in reversed(top.parents):
        if directory.is_relative_to(repository):
            ignores += _read_patterns(str(directory), ".gitignore")
    return ignores


def _read_patterns(directory: str, name: str) -> tuple[Patterns, ...]:
    try:
        text = Path(directory, name).read_text(encoding="utf-8", errors="surrogateescape")
    except OSError:  # mostly: there is none
        return ()
    return (Patterns(directory, GitIgnoreSpec.from_lines(filter(_is_pattern, text.splitlines()))),)


def _is_pattern(line: str) -> bool:
    """Git passes over lines that it cannot read as a pattern, and so do we."""
    try:
        GitIgnoreSpec.from_lines([line])
    except ValueError:
        return False
    return True
