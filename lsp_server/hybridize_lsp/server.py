"""The server: which request of the client is answered by which function."""

from __future__ import annotations

from typing import Any

from hybridize_analyzer.version import tool_version
from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer

from hybridize_lsp import answers, commands, lifecycle
from hybridize_lsp.actions import KINDS
from hybridize_lsp.engine import Engine
from hybridize_lsp.functions import listed
from hybridize_lsp.protocol import NAME, Protocol, Server
from hybridize_lsp.state import State

_NOTEBOOKS = lsp.NotebookDocumentSyncOptions(
    notebook_selector=[
        lsp.NotebookDocumentFilterWithNotebook(
            notebook="jupyter-notebook", cells=[lsp.NotebookCellLanguage(language="python")]
        )
    ]
)


def create_server(engine: Engine) -> LanguageServer:
    """A server for one client."""
    server = Server(
        NAME,
        tool_version(),
        text_document_sync_kind=lsp.TextDocumentSyncKind.Incremental,
        notebook_document_sync=_NOTEBOOKS,
        protocol_cls=Protocol,
        max_workers=2,  # one reads what the client sends
    )
    state = State(server, engine)
    lifecycle.register(server, state)
    _diagnostics(server, state)
    _actions(server, state)
    _looks(server, state)
    commands.register(server, state)
    server.feature("hybridize/functions")(_functions(state))
    return server


def _diagnostics(server: LanguageServer, state: State) -> None:
    options = lsp.DiagnosticOptions(inter_file_dependencies=True, workspace_diagnostics=True, identifier=NAME)

    @server.feature(lsp.TEXT_DOCUMENT_DIAGNOSTIC, options)
    async def document(params: lsp.DocumentDiagnosticParams) -> lsp.DocumentDiagnosticReport:
        return await answers.document_diagnostics(state, params.text_document.uri, params.previous_result_id)

    @server.feature(lsp.WORKSPACE_DIAGNOSTIC)
    async def workspace(params: lsp.WorkspaceDiagnosticParams) -> lsp.WorkspaceDiagnosticReport:
        previous = {known.uri: known.value for known in params.previous_result_ids}
        return await answers.workspace_diagnostics(state, previous)


def _actions(server: LanguageServer, state: State) -> None:
    @server.feature(
        lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(code_action_kinds=KINDS, resolve_provider=True)
    )
    async def actions(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        return await answers.actions(state, params)

    @server.feature(lsp.CODE_ACTION_RESOLVE)
    async def resolve(action: lsp.CodeAction) -> lsp.CodeAction:
        return await answers.resolved(state, action)


def _looks(server: LanguageServer, state: State) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    async def hover(params: lsp.HoverParams) -> lsp.Hover | None:
        return await answers.hover_at(state, params.text_document.uri, params.position)

    @server.feature(lsp.TEXT_DOCUMENT_CODE_LENS, lsp.CodeLensOptions(resolve_provider=False))
    async def lenses(params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
        return await answers.code_lenses(state, params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_INLAY_HINT, lsp.InlayHintOptions(resolve_provider=False))
    async def hints(params: lsp.InlayHintParams) -> list[lsp.InlayHint]:
        return await answers.inlays(state, params.text_document.uri, params.range)


def _functions(state: State) -> Any:
    # Annotated with `object`, the parameter would be taken for the server.
    async def functions(_params: Any) -> list[dict[str, Any]]:
        for known in list(state.roots.values()):
            await known.settled.wait()
        return listed(state)

    return functions
