"""What does not belong to a project: excluded by its settings, or ignored by git."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pathspec import GitIgnoreSpec, RegexPattern

from hybridize_analyzer.workspace.errors import InputError
from hybridize_analyzer.workspace.paths import exists, is_directory, is_file

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
    return Patterns(str(base), ignore_patterns(keep.exclude))


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
    path = Path(directory, name)
    try:
        # Reading a pipe or a device would wait, or never end.
        text = path.read_text(encoding="utf-8", errors="surrogateescape") if is_file(path) else ""
    except OSError:
        return ()
    if not text:
        return ()
    return (Patterns(directory, ignore_patterns(filter(_is_pattern, text.splitlines()))),)


def ignore_patterns(lines: Iterable[str]) -> GitIgnoreSpec:
    """Patterns in the syntax of .gitignore, that cost little whatever they are.

    Raises:
        InputError: a line that is no pattern.
    """
    try:
        spec = GitIgnoreSpec.from_lines(lines)
    except ValueError as error:
        raise InputError(f"not a file pattern: {error}; write it as in .gitignore, or leave it out") from None
    for pattern in spec.patterns:
        if isinstance(pattern, RegexPattern) and pattern.regex is not None:
            pattern.regex = re.compile(_without_retries(pattern.regex.pattern))
    return spec


_MANY = 3  # of them; fewer choices can be tried
_STAR = "[^/]*"
_CHARACTERS = r"\[(?!\^/\])(?:\\.|[^]\\/])+\]"
_WITHIN_NAME = re.compile(rf"(?:\\.|\[\^/\]|{_CHARACTERS}|[^][/()\\])+", re.DOTALL)


def _without_retries(pattern: str) -> str:
    """The same regular expression for `*a*b`, that takes the first `a` it finds and does not try the others.

    The `*` behind it takes whatever lies between that `a` and a later one, so that nothing else is matched; tried one by
    one, the choices of many `*` multiply.
    """
    before, *pieces = pattern.split(_STAR)
    if len(pieces) < _MANY:
        return pattern
    parts = [before]
    for index, piece in enumerate(pieces):
        if index < len(pieces) - 1 and _WITHIN_NAME.fullmatch(piece):
            # A slash ends a name, whatever the brackets hold.
            within = re.sub(_CHARACTERS, r"(?!/)\g<0>", piece)
            parts.append(f"(?=(?P<star{index}>{_STAR}?{within}))(?P=star{index})")
        else:
            parts.append(_STAR + piece)
    return "".join(parts)


def _is_pattern(line: str) -> bool:
    """Git passes over lines that it cannot read as a pattern, and so do we."""
    try:
        GitIgnoreSpec.from_lines([line])
    except ValueError:
        return False
    return True
