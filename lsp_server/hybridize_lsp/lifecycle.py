"""From connecting to leaving: documents, folders, files and settings as they come, change and go."""

from __future__ import annotations

import logging

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer

from hybridize_lsp.capabilities import support_of
from hybridize_lsp.documents import Unit, open_units, path_of, root_of, unit_of
from hybridize_lsp.engine import stop
from hybridize_lsp.leaving import watch_client
from hybridize_lsp.preferences import adopt, fetch_settings, take_settings
from hybridize_lsp.protocol import with_our_workspace
from hybridize_lsp.scheduling import mark, work
from hybridize_lsp.state import State, folders, keep, root_of_unit, settings_for
from hybridize_lsp.telling import clear, tell
from hybridize_lsp.watching import changed_files, register_watchers


def register(server: LanguageServer, state: State) -> None:
    """Registers the handlers of everything that is not a question."""
    _session(server, state)
    _text_documents(server, state)
    _notebooks(server, state)
    _surroundings(server, state)


def touch(state: State, uri: str, *, look: bool) -> None:
    """An open document has changed, or has come."""
    unit = unit_of(state.server.workspace, uri)
    if unit is not None:
        mark(state, root_of_unit(state, unit), look=look, after=0 if look else None)


def _session(server: LanguageServer, state: State) -> None:
    @server.feature(lsp.INITIALIZE)
    def initialize(params: lsp.InitializeParams) -> None:
        with_our_workspace(server, params)
        state.support = support_of(params.capabilities)
        take_settings(state, params.initialization_options)

    @server.feature(lsp.INITIALIZED)
    async def initialized(_params: lsp.InitializedParams) -> None:
        keep(state, work(state, tell))
        watch_client(server.process_id)
        await register_watchers(state)
        before = dict(state.settings)
        if await fetch_settings(state) and state.settings != before:
            adopt(state)
        for folder in folders(state):
            root = root_of(folder, [folder])
            if settings_for(state, root).workspace:
                mark(state, root, look=True, after=0)

    @server.feature(lsp.SHUTDOWN)
    def shutdown(_params: None) -> None:
        for task in list(state.tasks):
            task.cancel()
        stop(state.engine)

    @server.feature(lsp.EXIT)
    def leave(_params: None) -> None:
        # pygls leaves a connection by `sys.exit` in a callback, which asyncio takes for a fault.
        logging.getLogger("asyncio").setLevel(logging.CRITICAL)


def _text_documents(server: LanguageServer, state: State) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        touch(state, params.text_document.uri, look=True)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        touch(state, params.text_document.uri, look=False)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: lsp.DidSaveTextDocumentParams) -> None:
        touch(state, params.text_document.uri, look=True)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        _closed(state, params.text_document.uri, [params.text_document.uri])


def _notebooks(server: LanguageServer, state: State) -> None:
    def touched(uri: str, *, look: bool) -> None:
        unit = _notebook_unit(state, uri)
        if unit is not None:
            mark(state, root_of_unit(state, unit), look=look, after=0 if look else None)

    @server.feature(lsp.NOTEBOOK_DOCUMENT_DID_OPEN)
    def opened(params: lsp.DidOpenNotebookDocumentParams) -> None:
        touched(params.notebook_document.uri, look=True)

    @server.feature(lsp.NOTEBOOK_DOCUMENT_DID_CHANGE)
    def changed(params: lsp.DidChangeNotebookDocumentParams) -> None:
        cells = params.change.cells
        for cell in (cells.structure.did_close or []) if cells and cells.structure else []:
            clear(state, cell.uri)
        touched(params.notebook_document.uri, look=False)

    @server.feature(lsp.NOTEBOOK_DOCUMENT_DID_SAVE)
    def saved(params: lsp.DidSaveNotebookDocumentParams) -> None:
        touched(params.notebook_document.uri, look=True)

    @server.feature(lsp.NOTEBOOK_DOCUMENT_DID_CLOSE)
    def closed(params: lsp.DidCloseNotebookDocumentParams) -> None:
        cells = [cell.uri for cell in params.cell_text_documents]
        _closed(state, params.notebook_document.uri, cells)


def _surroundings(server: LanguageServer, state: State) -> None:
    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    async def watched(params: lsp.DidChangeWatchedFilesParams) -> None:
        changed_files(state, params.changes)

    @server.feature(lsp.WORKSPACE_DID_CHANGE_CONFIGURATION)
    async def configured(params: lsp.DidChangeConfigurationParams) -> None:
        before = dict(state.settings)
        if not await fetch_settings(state):
            take_settings(state, params.settings)
        if state.settings != before:
            adopt(state)

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    async def moved(_params: lsp.DidChangeWorkspaceFoldersParams) -> None:
        await fetch_settings(state)
        regroup(state)


def regroup(state: State) -> None:
    """Sorts the open documents into projects anew; what is known under a project that is gone is dropped."""
    roots = {root_of_unit(state, unit) for unit in open_units(state.server.workspace)}
    for root in set(state.roots) - roots:
        if root.lone is not None or root.folder not in folders(state):
            state.roots.pop(root).settled.set()
            _drop(state, root)
    for root in roots:
        mark(state, root, look=True, after=0)


def _drop(state: State, root: object) -> None:
    for path in [path for path, known in state.known.items() if known.root == root]:
        del state.known[path]


def _closed(state: State, uri: str, shown: list[str]) -> None:
    """The text on disk counts again; nothing is shown any more."""
    path = path_of(uri)
    state.known.pop(path, None)
    for document in shown:
        clear(state, document)
    root = root_of(path, folders(state))
    if root in state.roots:
        if root.lone is not None:
            state.roots.pop(root).settled.set()
        else:
            mark(state, root, look=True)


def _notebook_unit(state: State, uri: str) -> Unit | None:
    return next((unit for unit in open_units(state.server.workspace) if unit.notebook == uri), None)
