"""The state of a `speedup` that is not finished: what it was about, and a journal of its runs, below `.hybridize`.

It is taken up by the same command on the same files, and by nothing else: the first thing that differs is told, and all
begins anew.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from hybridize_analyzer.observed.profile import FOLDER
from hybridize_analyzer.version import tool_version
from hybridize_analyzer.workspace.paths import absolute
from hybridize_analyzer.workspace.sources import SourceFile
from hybridize_refactorings.proof.copying import files_of
from hybridize_refactorings.proof.journal import Journal
from hybridize_refactorings.proof.runs import Job, new_home

from hybridize_cli.output import make_own_folder, write_output

VERSION = 1
_NAME = "speedup"
_HEAD = "state.json"
_DECIDING = ("CUDA", "KERAS", "OMP", "PYTHON", "TF", "XLA")
"""What names of variables begin with that decide how a program runs."""


class State:
    """The folder of one project's state, while a `speedup` uses it.

    journal: None where it cannot be kept.  notes: what the user should know of it.
    """

    def __init__(self, folder: Path, journal: Journal | None, notes: tuple[str, ...] = ()) -> None:
        self.journal, self.notes = journal, notes
        self._folder = folder

    def drop(self) -> None:
        """Removes it: there is nothing left to be taken up."""
        if self.journal is not None:
            _remove(self._folder)
            self.journal = None


@contextmanager
def opened_state(
    job: Job, root: Path, sources: Mapping[str, SourceFile], packages: str, own: Path | None, *, fresh: bool
) -> Iterator[State]:
    """The state to work with, that of an interrupted run where it is about the same.

    root: of the project.  packages: stands for what is installed.  own: the file that the report goes to.
    fresh: an earlier one is not taken up.
    """
    folder = root / FOLDER / _NAME
    head = _head(job, sources, packages, own)
    try:
        _make(folder)
        lock = (folder / "lock").open("a")
    except OSError as error:
        note = (
            f"{folder}: cannot be written ({error.strerror}), so that an interrupted run cannot be taken up"
        )
        yield State(folder, None, (note,))
        return
    with lock:
        if not _locked(lock.fileno()):
            note = "another `speedup` works on this project: this one cannot be taken up if it is interrupted"
            yield State(folder, None, (note,))
            return
        yield _entered(folder, head, fresh=fresh)


def _entered(folder: Path, head: dict[str, Any], *, fresh: bool) -> State:
    before = None if fresh else _read(folder / _HEAD)
    different = None if before is None else _difference(before, head)
    notes: tuple[str, ...] = ()
    if before is None or different is not None:
        if different is not None:
            notes = (f"what an earlier `speedup` has left is not taken up: {different}",)
        _empty(folder)
        home = new_home()
        home.rmdir()
    else:
        home = Path(before["home"])
        head["written"] = sorted({*before["written"], *head["written"]})
    head["home"] = str(home)
    write_output(folder / _HEAD, json.dumps(head, indent=1))
    for left in folder.glob("*.part"):
        left.unlink(missing_ok=True)
    journal = Journal(folder, home)
    if journal.found:
        runs = "1 run is" if journal.found == 1 else f"{journal.found} runs are"
        notes = (f"goes on where it was interrupted: {runs} not made again; `--fresh` begins anew",)
    return State(folder, journal, notes)


def _head(job: Job, sources: Mapping[str, SourceFile], packages: str, own: Path | None) -> dict[str, Any]:
    program = shutil.which(job.command[0]) or job.command[0]
    variables = {name: value for name, value in os.environ.items() if name.startswith(_DECIDING)}
    described = json.dumps([os.path.realpath(program), packages, variables], sort_keys=True)
    return {
        "version": VERSION,
        "tool": tool_version(),
        "command": list(job.command),
        "folder": str(job.folder),
        "options": [job.seed, sorted(map(str, job.tree.linked))],
        "environment": hashlib.sha256(described.encode()).hexdigest(),
        **_files(job, sources, own),
    }


def _files(job: Job, sources: Mapping[str, SourceFile], own: Path | None) -> dict[str, Any]:
    """`files`: every file that is copied: sources by what is in them, others by size and time.

    `written`: names of those that this very run writes, its report and its messages; they are not compared.
    """
    report = None if own is None else str(absolute(own))
    streams = [_identity(place) for place in (sys.stdout, sys.stderr)]
    digests = {str(source.path): hashlib.sha256(source.raw).hexdigest() for source in sources.values()}
    found, written = {}, [] if report is None else [_named(job, report)]
    for entry in files_of(job.tree):
        try:
            status = entry.stat(follow_symlinks=False)
        except OSError:
            continue
        name = _named(job, entry.path)
        if (status.st_dev, status.st_ino) in streams:
            written.append(name)
        found[name] = digests.get(entry.path) or f"{status.st_size}:{status.st_mtime_ns}"
    return {"files": found, "written": written}


def _named(job: Job, path: str) -> str:
    return Path(os.path.relpath(path, job.tree.root)).as_posix()


def _identity(stream: Any) -> tuple[int, int] | None:
    try:
        status = os.fstat(stream.fileno())
    except (OSError, ValueError, AttributeError):
        return None
    return status.st_dev, status.st_ino


_TOLD = {
    "tool": "it is of another version of hybridize",
    "command": "it is of another command",
    "folder": "it is of another working directory",
    "options": "`--seed` or `--link` differ",
    "environment": "the Python, its packages, or variables such as PYTHONPATH differ",
}


def _difference(before: dict[str, Any], now: dict[str, Any]) -> str | None:
    """The first thing in which two heads differ, as a clause; None where it is the same work."""
    if before.get("version") != VERSION or not isinstance(before.get("home"), str):
        return "it is of another version of hybridize"
    for key, text in _TOLD.items():
        if before.get(key) != now[key]:
            return text
    known, files, written = before.get("files"), now["files"], before.get("written")
    if not isinstance(known, dict) or not isinstance(written, list):
        return "it is damaged"
    for name in sorted({*known, *files} - {*written, *now["written"]}):
        if known.get(name) != files.get(name):
            how = "is gone" if name not in files else "is new" if name not in known else "has changed"
            return f"{name} {how}"
    return None


def _read(file: Path) -> dict[str, Any] | None:
    """The head of a state; None where there is none.  One that is damaged differs from every other."""
    try:
        found = json.loads(file.read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _make(folder: Path) -> None:
    make_own_folder(folder.parent)
    folder.mkdir(exist_ok=True)


def _empty(folder: Path) -> None:
    for place in (*folder.glob("*.zip"), *folder.glob("*.part"), folder / _HEAD):
        place.unlink(missing_ok=True)


def _remove(folder: Path) -> None:
    """The state, and the folder around it where it holds nothing else."""
    with suppress(OSError):
        _empty(folder)
        (folder / "lock").unlink(missing_ok=True)
        folder.rmdir()
        if [place.name for place in folder.parent.iterdir()] == [".gitignore"]:
            (folder.parent / ".gitignore").unlink()
            folder.parent.rmdir()


def _locked(descriptor: int) -> bool:
    """Whether the file is ours until it is closed; where the system cannot tell, it is."""
    try:
        import fcntl
    except ImportError:  # not on Windows
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
