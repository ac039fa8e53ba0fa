"""Settings from the editor: sent with `initialize`, asked for per folder, or sent when they change."""

from __future__ import annotations

import logging

from hybridize_analyzer.workspace.paths import absolute
from lsprotocol import types as lsp
from pygls.uris import to_fs_path

from hybridize_lsp.configuration import SECTION, read_settings, section_of
from hybridize_lsp.scheduling import mark_all
from hybridize_lsp.state import State, keep

log = logging.getLogger("hybridize")
_LEVELS = {"error": logging.ERROR, "warning": logging.WARNING, "info": logging.INFO, "debug": logging.DEBUG}


def take_settings(state: State, written: object) -> None:
    """Settings that hold everywhere; nothing changes where none are given."""
    written = section_of(written)
    if written is not None:
        _take(state, None, written)


async def fetch_settings(state: State) -> bool:
    """Asks the client for the settings of every folder; False if it cannot be asked."""
    if not state.support.configuration:
        return False
    folders = list(state.server.workspace.folders.values())
    items = [lsp.ConfigurationItem(section=SECTION)]
    items += [lsp.ConfigurationItem(scope_uri=folder.uri, section=SECTION) for folder in folders]
    answers = await state.server.workspace_configuration_async(lsp.ConfigurationParams(items))
    for folder, written in zip([None, *folders], answers, strict=False):
        path = None if folder is None else to_fs_path(folder.uri)
        if written and (folder is None or path is not None):
            _take(state, None if path is None else str(absolute(path)), section_of(written))
    return True


def adopt(state: State) -> None:
    """Makes changed settings count: for the log, for what is shown, and for every analysis."""
    logging.getLogger().setLevel(_LEVELS[state.settings[None].log_level])
    mark_all(state, look=True)
    if state.support.refresh_lenses:
        keep(state, _asked(state.server.workspace_code_lens_refresh_async(None)))
    if state.support.refresh_hints:
        keep(state, _asked(state.server.workspace_inlay_hint_refresh_async(None)))


async def _asked(request: object) -> None:
    await request  # type: ignore[misc]


def _take(state: State, folder: str | None, written: object) -> None:
    state.settings[folder], passed = read_settings(written)
    for sentence in passed:
        if sentence not in state.noticed:
            state.noticed.add(sentence)
            log.warning("%s", sentence)
