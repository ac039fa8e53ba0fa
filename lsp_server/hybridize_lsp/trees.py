"""The files of a project as the worker knows them: what is on disk, under what the editor has open."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from hybridize_analyzer.observed.profile import Profile, default_file, is_profile_there, read_profile
from hybridize_analyzer.observed.runs import NO_RUNS, Runs, runs_of
from hybridize_analyzer.session import Session
from hybridize_analyzer.workspace.cache import FOLDER, open_cache
from hybridize_analyzer.workspace.environment import find_environment
from hybridize_analyzer.workspace.errors import InputError
from hybridize_analyzer.workspace.exclusion import is_excluded
from hybridize_analyzer.workspace.files import find_files, project_root
from hybridize_analyzer.workspace.reading import encode_source, read_source
from hybridize_analyzer.workspace.settings import Settings, load_settings
from hybridize_analyzer.workspace.sources import SourceFile

from hybridize_lsp.jobs import Buffer, Root, Wishes
from hybridize_lsp.outlines import outlines


@dataclass(slots=True)
class Tree:
    """One project between two jobs.

    folder: what reported paths are relative to.  stamps: time and size of each file when it was read.
    session: the analysis that follows its edits.  profile: recorded runs of it, where some lie; recorded: what they say of
    texts, by path, with the text.
    """

    folder: Path
    settings: Settings
    session: Session
    files: tuple[Path, ...] = ()
    stamps: dict[Path, tuple[int, int]] = field(default_factory=dict)
    sources: dict[Path, SourceFile] = field(default_factory=dict)
    notice: str | None = None
    profile: Profile | None = None
    recorded: dict[str, tuple[bytes, Runs]] = field(default_factory=dict)

    def runs(self, source: SourceFile) -> Runs:
        """What recorded runs say of the functions of a file that are as they were."""
        if self.profile is None:
            return NO_RUNS
        raw, known = self.recorded.get(source.relative, (None, NO_RUNS))
        if raw != source.raw:
            known = runs_of(self.profile, [source])
            self.recorded[source.relative] = source.raw, known
        return known


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What one analysis works on.  broken: open files that do not parse; the session knows an earlier text."""

    sources: tuple[SourceFile, ...]
    open: tuple[SourceFile, ...]
    broken: frozenset[str]


def folder_of(root: Root) -> Path:
    """The directory that the root's reports are relative to."""
    if root.lone is None or not Path(root.lone).is_absolute():
        return Path(root.folder)
    return project_root([Path(root.lone)])


def look(root: Root, wishes: Wishes, buffers: Sequence[Buffer], known: Tree | None) -> Tree:
    """Settings and files as they are on disk now; a file that has not changed is not read again.

    Raises:
        InputError: settings that make no sense.
    """
    folder = folder_of(root)
    config = (wishes.configuration,) if wishes.configuration else ()
    settings = load_settings(folder, config=config)
    tree = Tree(folder, settings, known.session if known else _session(folder))
    tree.session.keras = settings.stated_keras
    tree.session.environment = find_environment(folder, settings.python)
    tree.files = _find(root, tree, wishes, buffers)
    _read_profile(tree)
    for path in tree.files:
        stamp = _stamp(path)
        if known is not None and stamp is not None and known.stamps.get(path) == stamp:
            source = known.sources.get(path)
        else:
            read = read_source(path, folder, found=True)
            source = read if isinstance(read, SourceFile) else None
        if stamp is not None and source is not None:
            tree.stamps[path], tree.sources[path] = stamp, source
    return tree


def snapshot(tree: Tree, buffers: Iterable[Buffer]) -> Snapshot:
    """The files on disk with open ones over them."""
    sources = dict(tree.sources)
    shown: list[SourceFile] = []
    broken = set()
    keep = tree.settings.file_filter()
    for buffer in buffers:
        path = Path(buffer.path)
        if path not in sources and is_excluded(path, keep):
            continue
        typed = encode_source(buffer.text, path, tree.folder)
        if isinstance(typed, SourceFile):
            sources[path] = typed
        if isinstance(typed, SourceFile) and outlines(buffer.text) is not None:
            shown.append(typed)
        else:
            broken.add(buffer.path)
    return Snapshot(tuple(sources.values()), tuple(shown), frozenset(broken))


def _read_profile(tree: Tree) -> None:
    if is_profile_there(tree.folder):
        try:
            tree.profile = read_profile(default_file(tree.folder))
        except InputError as error:
            tree.notice = tree.notice or str(error)


def _session(folder: Path) -> Session:
    return Session(folder, open_cache(folder / FOLDER) if folder.is_dir() else None)


def _find(root: Root, tree: Tree, wishes: Wishes, buffers: Sequence[Buffer]) -> tuple[Path, ...]:
    keep = tree.settings.file_filter()
    asked = [Path(root.lone)] if root.lone is not None else [tree.folder]
    if not all(os.path.exists(path) for path in asked):  # noqa: PTH110 - a file that was never saved, or is gone
        return ()
    found = find_files(asked, tree.folder, keep)
    files = (*found.requested, *found.context)
    if len(files) <= wishes.most_files:
        return files
    tree.notice = (
        f"{tree.folder} has {len(files):,} Python files, more than the {wishes.most_files:,} that are analysed together; "
        "files beside the open ones are read only. `maxFiles` sets the limit, `exclude` leaves files out"
    )
    places = sorted({Path(b.path).parent for b in buffers} & {path.parent for path in files})
    return tuple(path for path in files if path.parent in places)[: wishes.most_files]


def _stamp(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:  # removed meanwhile
        return None
    return status.st_mtime_ns, status.st_size
