"""From a pinned subject to a stripped tree on disk, with the list of the graphs that its authors wrote.

A tree is made once for every commit and way of stripping, in one step, and never changed.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import subprocess
import tempfile
import tokenize
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath

from hybridize_analyzer.program.modules import is_test_file

from corpus.public.fetch import fetch
from corpus.recovery import stripping
from corpus.recovery.manifest import Subject

LAYOUTS = (
    "{owner}+{name}/repo",
    "{owner}+{name}/repo/.git",
    "{owner}+{name}",
    "{owner}/{name}.git",
    "{owner}/{name}",
    "{name}.git",
    "{name}",
)
"""Where a bare clone may lie in the mirror folder."""
_NOTES = "graphs.json"
_LINK = "120000"
_OTHERS = frozenset(
    "third_party third-party thirdparty vendor vendored _vendor external extern externals site-packages".split()
)
_METADATA = frozenset(
    "pyproject.toml setup.cfg Pipfile Pipfile.lock poetry.lock uv.lock environment.yml environment.yaml".split()
)


class TreeError(Exception):
    """A subject could not be had as it is pinned; the text says why and what to do."""


@dataclass(frozen=True, slots=True)
class AuthorGraph:
    """One function that its author made a graph.  line: of its `def` in the stripped file."""

    path: str
    qualname: str
    line: int
    form: str

    @property
    def in_test(self) -> bool:
        """Whether it belongs to a test, so that it counts apart."""
        return is_test(self.path)


@dataclass(frozen=True, slots=True)
class Tree:
    """A stripped tree.  lambdas, elsewhere, left: see `stripping.Stripped`.  unparsed: files that are not Python 3."""

    root: Path
    graphs: tuple[AuthorGraph, ...]
    lines: int
    lambdas: int
    elsewhere: int
    left: int
    unparsed: int


def is_test(path: str) -> bool:
    """Whether a file is part of tests: by its name, or by a folder above it."""
    folders = PurePosixPath(path).parts[:-1]
    return is_test_file(path) or any(part.lower() in ("test", "tests", "testing") for part in folders)


def stripped_tree(subject: Subject, mirror: Path | None, build: Path) -> Tree:
    """The stripped tree of a subject below `build`, made if it is not there.

    mirror: the folder of bare clones; may be None for archives.

    Raises:
        TreeError: the mirror has no such repository or commit.
        FetchError: the archive could not be downloaded.
    """
    target = build / f"{subject.folder}-{_version(subject)}"
    if not (target / _NOTES).exists():
        build.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=build, prefix=f".{subject.folder}-") as scratch:
            made = Path(scratch) / "tree"
            _make(files_of(subject, mirror, build), made)
            shutil.rmtree(target, ignore_errors=True)
            made.rename(target)
    return _read(target)


def _version(subject: Subject) -> str:
    """Changes with the way of stripping, and with what is left out, so that no older tree is taken for a new one."""
    here = Path(__file__)
    texts = (here.read_bytes(), here.with_name("stripping.py").read_bytes(), repr(subject.skip).encode())
    return hashlib.sha256(b"".join(texts)).hexdigest()[:8]


def _read(target: Path) -> Tree:
    noted = json.loads((target / _NOTES).read_text(encoding="utf-8"))
    graphs = tuple(AuthorGraph(**each) for each in noted.pop("graphs"))
    return Tree(target / "source", graphs, **noted)


def files_of(
    subject: Subject, mirror: Path | None, build: Path, code: tuple[str, ...] = (".py",)
) -> Iterator[tuple[str, bytes]]:
    """The files of a subject that an analysis may read, by their path.  code: how the names of those with code end."""
    if subject.archive is not None:
        root = fetch(subject.archive, build / "archives")
        for path in sorted(root.rglob("*")):
            if path.is_file() and _wanted(name := path.relative_to(root).as_posix(), subject.skip, code):
                yield name, path.read_bytes()
        return
    if mirror is None:
        raise TreeError(f"{subject.name} comes from a mirror folder: name one with `--mirror DIR`")
    yield from _from_clone(_clone(subject, mirror), subject, code)


def _clone(subject: Subject, mirror: Path) -> Path:
    owner, _, name = subject.name.partition("/")
    tried = [mirror / layout.format(owner=owner, name=name) for layout in LAYOUTS]
    found = next((path for path in tried if (path / "HEAD").is_file()), None)
    if found is None:
        raise TreeError(
            f"no bare clone of {subject.name} in {mirror}; make one: "
            f"`git clone --bare https://github.com/{subject.name} {mirror / f'{owner}+{name}'}`"
        )
    return found


def _from_clone(clone: Path, subject: Subject, code: tuple[str, ...]) -> Iterator[tuple[str, bytes]]:
    """The wanted files of a commit; what is not wanted need not be in the clone."""
    listed = _git(clone, subject, "ls-tree", "-r", "-z", "--full-tree", subject.commit)
    blobs: list[tuple[str, str]] = []
    for entry in filter(None, listed.decode("utf-8", "replace").split("\0")):
        facts, _, path = entry.partition("\t")
        mode, kind, blob = facts.split()
        if kind == "blob" and mode != _LINK and _wanted(path, subject.skip, code):
            blobs.append((path, blob))
    asked = "".join(f"{blob}\n" for _, blob in blobs).encode()
    contents = io.BytesIO(_git(clone, subject, "cat-file", "--batch", given=asked))
    for path, blob in blobs:
        name, kind, *size = contents.readline().decode().split()
        if kind != "blob" and path.endswith(".ipynb"):
            continue  # stored outputs make notebooks large, and clones may leave out large files
        if kind != "blob":
            raise TreeError(
                f"{clone} has no content for {path} of {subject.name} ({name} is {kind}): fetch {blob}"
            )
        yield path, contents.read(int(size[0]))
        contents.readline()


def _git(clone: Path, subject: Subject, *arguments: str, given: bytes = b"") -> bytes:
    # No configuration but that of git itself: nothing that a foreign clone names is run.
    environment = {**os.environ, "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull}
    command = ["git", "--git-dir", str(clone), *arguments]
    done = subprocess.run(command, input=given, capture_output=True, check=False, env=environment)
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip()
        raise TreeError(f"{clone} cannot give commit {subject.commit} of {subject.name}; fetch it: {said}")
    return done.stdout


def _wanted(path: str, skip: Iterable[str], code: tuple[str, ...]) -> bool:
    parts = PurePosixPath(path).parts
    if any(part in _OTHERS for part in parts[:-1]) or any(path.startswith(f"{folder}/") for folder in skip):
        return False
    name = parts[-1]
    return (
        name.endswith(code)
        or name in _METADATA
        or (name.startswith("requirements") and name.endswith(".txt"))
    )


def _make(files: Iterable[tuple[str, bytes]], target: Path) -> None:
    graphs: list[AuthorGraph] = []
    counts = {"lines": 0, "lambdas": 0, "elsewhere": 0, "left": 0, "unparsed": 0}
    for path, content in files:
        place = target / "source" / path
        place.parent.mkdir(parents=True, exist_ok=True)
        if path.endswith(".py"):
            found = _stripped(content)
            counts["unparsed"] += found is None
            if found is not None:
                encoding, stripped = found
                content = stripped.text.encode(encoding)
                graphs += (AuthorGraph(path, g.qualname, g.line, g.form) for g in stripped.graphs)
                for name in ("lambdas", "elsewhere", "left"):
                    counts[name] += getattr(stripped, name)
            counts["lines"] += content.count(b"\n")
        place.write_bytes(content)
    (target / "source").mkdir(parents=True, exist_ok=True)
    notes = {"graphs": [asdict(graph) for graph in graphs], **counts}
    (target / _NOTES).write_text(json.dumps(notes, indent=1) + "\n", encoding="utf-8")


def _stripped(content: bytes) -> tuple[str, stripping.Stripped] | None:
    """The encoding and the stripped text of a file; None where it is no Python of this version."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(content).readline)
        return encoding, stripping.strip(content.decode(encoding))
    except (SyntaxError, UnicodeError, ValueError, RecursionError):
        return None
