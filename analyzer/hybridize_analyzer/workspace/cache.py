"""Results on disk, so that what has not changed is not analysed again.

Files that import each other are analysed together, so a group's result is kept under a digest of all that it depends
on: tool, Python version, names of all modules, and the bytes of every file of the group.  Entries are JSON that is
checked as it is read.  Beside them lies what an analysis left behind, for the next one to go on from (`session.resuming`):
signed, as reading it is more than taking over values.  What is damaged or cannot be written is as if it were not there.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Protocol, TypeVar

import msgspec

from hybridize_analyzer.report import Finding, FunctionReport, Problem
from hybridize_analyzer.workspace.signing import signed, verified
from hybridize_analyzer.workspace.sources import SourceFile

FOLDER = ".hybridize_cache"
_MOST_GROUPS = 200
_MOST_STATES = 20
_TAG = (
    "Signature: 8a477f597d28d172789f06886806bc55\n# This folder is a cache; it may be removed at any time.\n"
)

_Entry = TypeVar("_Entry")
Target = tuple[str | None, int]
"""What an import statement may load: a dotted name, and how many packages up it starts."""


@dataclass(frozen=True, slots=True)
class FileFacts:
    """What is known of a file without parsing it again.  problem: why it could not be parsed."""

    digest: str
    imports: tuple[Target, ...] = ()
    problem: Problem | None = None


@dataclass(frozen=True, slots=True)
class Results:
    """What the analysis of one group of files found."""

    functions: tuple[FunctionReport, ...]
    findings: tuple[Finding, ...]
    problems: tuple[Problem, ...]


class Store(Protocol):
    """Where an analysis looks up what has been found of the same texts, and keeps what it finds."""

    def files(self) -> dict[str, FileFacts]:
        """What is known of each file, by its relative path."""

    def keep_files(self, facts: dict[str, FileFacts]) -> None: ...

    def results(self, key: str) -> Results | None:
        """What was found the last time that all of `key` was the same."""

    def keep_results(self, key: str, results: Results) -> None: ...

    def prune(self) -> None:
        """Removes the entries that have not been used for longest."""

    def key(self, parts: Iterable[str]) -> str:
        """A digest of these texts, and of the tool."""


@dataclass(frozen=True, slots=True)
class Cache:
    """One folder of entries, for one state of the tool.  tool: digest of its version and of its own files."""

    folder: Path
    tool: str

    def files(self) -> dict[str, FileFacts]:
        """What is known of each file, by its relative path."""
        return _read(self.folder / f"files-{self.tool}.json", dict[str, FileFacts]) or {}

    def keep_files(self, facts: dict[str, FileFacts]) -> None:
        _write(self.folder, f"files-{self.tool}.json", facts)

    def results(self, key: str) -> Results | None:
        """What was found the last time that all of `key` was the same."""
        path = self.folder / f"group-{key}.json"
        found = _read(path, Results)
        if found is not None:
            with suppress(OSError):
                os.utime(path)
        return found

    def keep_results(self, key: str, results: Results) -> None:
        _write(self.folder, f"group-{key}.json", results)

    def state(self, key: str) -> bytes | None:
        """What this user's last analysis of a group left behind."""
        path = self._state(key)
        try:
            found = verified(path.read_bytes())
        except OSError:
            return None
        if found is not None:
            with suppress(OSError):
                os.utime(path)
        return found

    def keep_state(self, key: str, content: bytes) -> None:
        """Keeps what the next analysis of a group may begin with."""
        content_and_signature = signed(content)
        if content_and_signature is not None:
            _replace(self.folder, self._state(key).name, content_and_signature)

    def _state(self, key: str) -> Path:
        return self.folder / f"state-{key}.bin"

    def prune(self) -> None:
        """Removes the entries that have not been used for longest."""
        with suppress(OSError):
            for pattern, most in (("*-*.json", _MOST_GROUPS), ("state-*.bin", _MOST_STATES)):
                kept = sorted(self.folder.glob(pattern), key=lambda p: p.stat().st_mtime, reverse=True)
                for path in kept[most:]:
                    path.unlink()

    def key(self, parts: Iterable[str]) -> str:
        return _key(self.tool, parts)


@dataclass(frozen=True, slots=True)
class Trials:
    """What is found of texts that are tried one after the other, most of whose files are the same each time.

    kept: the entries on disk, where there are any: a run that tries the same again finds them.  What analyses of trials
    leave behind is not kept.  found, read: what this process has found, and what it knows of files.
    """

    kept: Cache | None
    found: dict[str, Results] = field(default_factory=dict)
    read: dict[str, FileFacts] = field(default_factory=dict)

    def files(self) -> dict[str, FileFacts]:
        return self.read or (self.kept.files() if self.kept is not None else {})

    def keep_files(self, facts: dict[str, FileFacts]) -> None:
        self.read.update(facts)

    def results(self, key: str) -> Results | None:
        return self.found.get(key) or (self.kept.results(key) if self.kept is not None else None)

    def keep_results(self, key: str, results: Results) -> None:
        self.found[key] = results
        if self.kept is not None:
            self.kept.keep_results(key, results)

    def prune(self) -> None:
        if self.kept is not None:
            self.kept.prune()

    def key(self, parts: Iterable[str]) -> str:
        return _key(_tool(), parts)


def open_cache(folder: Path) -> Cache:
    """The cache in `folder`, which is made when something is kept."""
    return Cache(folder, _tool())


def digests(sources: Sequence[SourceFile]) -> dict[str, str]:
    """A digest of the bytes of each file, by its relative path."""
    return {source.relative: _digest(source.raw) for source in sources}


@cache
def _tool() -> str:
    """A digest of the version, and of the size and date of the tool's own files: it may be under development."""
    return files_digest(Path(__file__).parents[1])


@cache
def files_digest(*folders: Path) -> str:
    """A digest of the version of Python, and of the size and date of all code and data in some folders of the tool."""
    states = (
        (path.relative_to(folder).as_posix(), path.stat())
        for folder in folders
        for path in sorted(p for p in folder.rglob("*") if p.suffix in (".py", ".json"))
    )
    own = (f"{name}:{state.st_size}:{state.st_mtime_ns}" for name, state in states)
    return _digest("\0".join((str(sys.version_info[:2]), *own)).encode())


def _key(tool: str, parts: Iterable[str]) -> str:
    return _digest("\0".join((tool, *parts)).encode("utf-8", "surrogatepass"))


def _digest(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=16).hexdigest()


def _read(path: Path, kind: type[_Entry]) -> _Entry | None:
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return None


def _write(folder: Path, name: str, content: object) -> None:
    _replace(folder, name, msgspec.json.encode(content))


def _replace(folder: Path, name: str, content: bytes) -> None:
    """Replaces the file as a whole, so that no other run sees a part of it."""
    with suppress(OSError):
        _prepare(folder)
        handle, temporary = tempfile.mkstemp(dir=folder, prefix="tmp-")
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(temporary).replace(folder / name)


def _prepare(folder: Path) -> None:
    """Makes the folder, marked as a cache for backup tools and ignored by git."""
    if not folder.is_dir():
        folder.mkdir(parents=True)
        (folder / "CACHEDIR.TAG").write_text(_TAG, encoding="utf-8")
        (folder / ".gitignore").write_text("*\n", encoding="utf-8")
