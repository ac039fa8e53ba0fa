"""Files that change beside the editor."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hybridize_analyzer.observed.profile import default_file
from hybridize_analyzer.workspace.settings import SETTINGS_FILES
from lsprotocol import types as lsp

from hybridize_lsp.documents import path_of
from hybridize_lsp.jobs import Root
from hybridize_lsp.scheduling import mark
from hybridize_lsp.state import RootState, State
from hybridize_lsp.telling import clear

_PROFILE = default_file(Path()).as_posix()
_PATTERNS = ("**/*.py", *(f"**/{name}" for name in SETTINGS_FILES), "**/.gitignore", f"**/{_PROFILE}")


async def register_watchers(state: State) -> None:
    """Asks the client to watch programs and settings, and to say when its own settings change."""
    wanted = []
    if state.support.watching:
        watchers = [lsp.FileSystemWatcher(glob_pattern=pattern) for pattern in _PATTERNS]
        options = lsp.DidChangeWatchedFilesRegistrationOptions(watchers=watchers)
        wanted.append(lsp.Registration("hybridize-files", lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES, options))
    if state.support.watching_settings:
        section = lsp.DidChangeConfigurationRegistrationOptions(section="hybridize")
        wanted.append(lsp.Registration("hybridize-settings", lsp.WORKSPACE_DID_CHANGE_CONFIGURATION, section))
    if wanted:
        await state.server.client_register_capability_async(lsp.RegistrationParams(wanted))


def changed_files(state: State, changes: Sequence[lsp.FileEvent]) -> None:
    """Has the projects analysed again whose files have changed on disk."""
    for change in changes:
        path = path_of(change.uri)
        if change.type == lsp.FileChangeType.Deleted:
            clear(state, change.uri)
        for root, known in state.roots.items():
            if _concerns(path, root, known):
                mark(state, root, look=True)


def _concerns(path: str, root: Root, known: RootState) -> bool:
    if path in known.settings_files or Path(path).name in SETTINGS_FILES:
        return True
    return Path(path).is_relative_to(root.folder)
