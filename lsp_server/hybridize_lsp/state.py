"""Everything one server keeps while it runs, and the questions about it that every feature asks."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Coroutine, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from hybridize_analyzer.workspace.paths import absolute
from lsprotocol.types import PositionEncodingKind
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from hybridize_lsp.capabilities import Support
from hybridize_lsp.configuration import EditorSettings
from hybridize_lsp.diagnostics import NOTHING_TOLD, Told
from hybridize_lsp.documents import Unit, open_units, root_of, unit_of
from hybridize_lsp.engine import Engine
from hybridize_lsp.facts import FileFacts
from hybridize_lsp.jobs import Root
from hybridize_lsp.lines import split_lines
from hybridize_lsp.shifting import Shift, moved, shift_between
from hybridize_lsp.views import View, closed_view

log = logging.getLogger("hybridize")


@dataclass(slots=True, eq=False)
class Known:
    """Facts about a file of a project, and the text they are about; None for a file that was not open.

    later: the facts as later texts show them, with what of those is another.  told: what the client was last told.
    Both are kept, as several requests ask about every text, and most of a text is as it was.
    """

    root: Root
    text: str | None
    facts: FileFacts
    later: tuple[Shift, FileFacts] | None = None
    told: Told = NOTHING_TOLD

    def seen_from(self, text: str) -> FileFacts:
        """The facts about the lines that are still in a text."""
        if self.text is None or self.text == text:
            return self.facts
        shift = shift_between(split_lines(self.text), split_lines(text))
        if self.later is None or self.later[0] != shift:
            self.later = shift, moved(self.facts, shift)
        return self.later[1]


@dataclass(slots=True)
class RootState:
    """One project.

    due: time of the event loop at which it is to be analysed; None when there is nothing new.
    latest: until when more edits may put that off.  look: whether files on disk may have changed.
    settled: set when what is known is about what the editor shows.  deaths: of the worker, one after the other.
    whole: a command has asked for all files, whatever the settings say.
    unsettled: when there is time, the worker may analyse anew what has only followed edits.
    """

    due: float | None = None
    latest: float = 0.0
    look: bool = True
    settled: asyncio.Event = field(default_factory=asyncio.Event)
    settings_files: tuple[str, ...] = ()
    deaths: int = 0
    whole: bool = False
    unsettled: bool = False


@dataclass(slots=True)
class State:
    """One session with one client.

    settings: by the path of a workspace folder, and under None those for everything else.
    known: by absolute path.  told: what the client was last told about a document, as a digest; if pushed, with the version.
    gone: documents that the client has closed and, as it asks, has yet to be told to forget.
    asking: requests for the diagnostics of a document that are being answered.  noticed: told once already.
    without_repair: path, text and function of searches that found none.
    speedups: processes that speed a program up.
    wake: something is due.  changed: replaced, and the old one set, whenever facts have changed.
    """

    server: LanguageServer
    engine: Engine
    support: Support = field(default_factory=Support)
    settings: dict[str | None, EditorSettings] = field(default_factory=lambda: {None: EditorSettings()})
    known: dict[str, Known] = field(default_factory=dict)
    roots: dict[Root, RootState] = field(default_factory=dict)
    told: dict[str, str] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)
    asking: Counter[str] = field(default_factory=Counter)
    noticed: set[str] = field(default_factory=set)
    without_repair: set[tuple[str, str, str]] = field(default_factory=set)
    speedups: set[asyncio.subprocess.Process] = field(default_factory=set)
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    jobs: int = 0
    tasks: set[asyncio.Task[None]] = field(default_factory=set)


def folders(state: State) -> list[str]:
    """The workspace folders, as absolute paths."""
    listed = state.server.workspace.folders.values()
    uris = [folder.uri for folder in listed] or [uri for uri in [state.server.workspace.root_uri] if uri]
    return [str(absolute(path)) for uri in uris if (path := to_fs_path(uri)) is not None]


def root_of_unit(state: State, unit: Unit) -> Root:
    """The project that a text belongs to."""
    return root_of(unit.path, folders(state))


def settings_for(state: State, root: Root) -> EditorSettings:
    """The editor's settings for a project, and what a command has changed since."""
    settings = state.settings.get(root.folder, state.settings[None])
    known = state.roots.get(root)
    return replace(settings, workspace=True) if known is not None and known.whole else settings


def units_of(state: State, root: Root) -> list[Unit]:
    """The open texts of a project."""
    return [unit for unit in open_units(state.server.workspace) if root_of_unit(state, unit) == root]


def view_of(state: State, uri: str) -> View | None:
    """What is known about an open document as it is now."""
    unit = unit_of(state.server.workspace, uri)
    return view_of_unit(state, unit) if unit is not None else None


def open_views(state: State, units: Iterable[Unit] | None = None) -> Iterator[View]:
    """What is known about open texts as they are now: all of them, or these."""
    others = OpenTexts(state)
    for unit in open_units(state.server.workspace) if units is None else units:
        view = view_of_unit(state, unit, others)
        if view is not None:
            yield view


class OpenTexts(Mapping[str, str]):
    """The texts of open files by absolute path, collected when the first is asked for: few views ever ask."""

    def __init__(self, state: State) -> None:
        self._state = state

    @cached_property
    def _texts(self) -> dict[str, str]:
        return {unit.path: unit.text for unit in open_units(self._state.server.workspace)}

    def __getitem__(self, path: str) -> str:
        return self._texts[path]

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)


def view_of_unit(state: State, unit: Unit, others: Mapping[str, str] | None = None) -> View | None:
    """What is known about a text as it is now; lines edited since the last analysis have no facts.

    others: the texts of open files, where the caller asks for many views.
    """
    known = state.known.get(unit.path)
    if known is None or known.text is None:
        return None
    current, facts = known.text == unit.text, known.seen_from(unit.text)
    return View(unit, facts, encoding_of(state), current, OpenTexts(state) if others is None else others)


def closed_views(state: State) -> Iterator[View]:
    """What is known about files that are not open, in the order of their paths."""
    opened = {unit.path for unit in open_units(state.server.workspace)}
    for path, known in sorted(state.known.items()):
        if path not in opened and known.text is None:
            yield closed_view(known.facts, encoding_of(state))


def encoding_of(state: State) -> str:
    """What the client's positions count."""
    return str(state.server.workspace.position_encoding or PositionEncodingKind.Utf16.value)


def keep(state: State, work: Coroutine[Any, Any, None]) -> None:
    """Runs something beside everything else; an exception goes to the log."""
    task = asyncio.ensure_future(work)
    state.tasks.add(task)
    task.add_done_callback(lambda done: _finished(state, done))


def _finished(state: State, task: asyncio.Task[None]) -> None:
    state.tasks.discard(task)
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("%s", error, exc_info=error)
