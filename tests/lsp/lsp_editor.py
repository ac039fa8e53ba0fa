"""An editor for tests: pygls' own client over standard streams, with the capabilities of a real one."""

from __future__ import annotations

import ast
import asyncio
import json
import os
import re
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

from lsprotocol import types as lsp
from lsprotocol.converters import get_converter
from pygls.lsp.client import LanguageClient
from pygls.uris import from_fs_path

CLIENTS = Path(__file__).parent / "clients"
REPOSITORY = Path(__file__).resolve().parents[2]
PARTS = [str(REPOSITORY / part) for part in ("analyzer", "refactorings", "lsp_server", "cli")]
ENCODINGS = {"visual_studio_code": "utf-16", "neovim": "utf-8", "emacs": "utf-32", "helix": "utf-8"}
"""The editors that have a file in `CLIENTS`, and what their positions count here."""
PATIENCE = 60.0  # seconds that a busy machine may take for anything

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z")
T = TypeVar("T")


def capabilities(name: str) -> lsp.ClientCapabilities:
    """What the editor of this name says that it can do."""
    recorded = json.loads((CLIENTS / f"{name}.json").read_text(encoding="utf-8"))["capabilities"]
    return get_converter().structure(recorded, lsp.ClientCapabilities)


@dataclass
class Editor:
    """One session.  pushed: diagnostics by document, the latest, with the version they were told for.

    applied: edits that the server asked for.  messages: toasts.  refreshed: hints to ask again, by method.
    """

    client: LanguageClient
    folder: Path
    server: lsp.InitializeResult
    capabilities: lsp.ClientCapabilities
    settings: dict[str, Any]
    pushed: dict[str, lsp.PublishDiagnosticsParams] = field(default_factory=dict)
    pushes: list[lsp.PublishDiagnosticsParams] = field(default_factory=list)
    applied: list[lsp.ApplyWorkspaceEditParams] = field(default_factory=list)
    messages: list[str] = field(default_factory=list)
    logged: list[str] = field(default_factory=list)
    refreshed: list[str] = field(default_factory=list)
    registered: list[lsp.Registration] = field(default_factory=list)
    progress: list[lsp.ProgressParams] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)
    versions: dict[str, int] = field(default_factory=dict)
    accept: bool = True

    @property
    def encoding(self) -> str:
        """What positions count."""
        return str(self.server.capabilities.position_encoding)

    @property
    def pulls(self) -> bool:
        """Whether this editor asks for diagnostics."""
        return (
            self.capabilities.text_document is not None
            and self.capabilities.text_document.diagnostic is not None
        )

    def uri(self, name: str) -> str:
        """The address of a file of the folder."""
        return name if ":" in name else str(from_fs_path(str(self.folder / name)))

    def open(self, name: str, text: str | None = None, *, language: str = "python") -> str:
        """Opens a file, with other text than on disk if there is one."""
        uri = self.uri(name)
        if text is None:
            text = (self.folder / name).read_bytes().decode()
        self.texts[uri], self.versions[uri] = text, 1
        item = lsp.TextDocumentItem(uri, language, 1, text)
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
        return uri

    def replace(self, uri: str, old: str, new: str) -> None:
        """Types: replaces the first `old` by `new` as an incremental change."""
        text = self.texts[uri]
        start = text.index(old)
        range_ = lsp.Range(self.position(text, start), self.position(text, start + len(old)))
        self.texts[uri] = text[:start] + new + text[start + len(old) :]
        self.versions[uri] += 1
        change = lsp.TextDocumentContentChangePartial(range=range_, text=new)
        document = lsp.VersionedTextDocumentIdentifier(version=self.versions[uri], uri=uri)
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [change]))

    def save(self, name: str) -> None:
        """Writes the text to disk and says so."""
        uri = self.uri(name)
        (self.folder / name).write_bytes(self.texts[uri].encode())
        self.client.text_document_did_save(lsp.DidSaveTextDocumentParams(lsp.TextDocumentIdentifier(uri)))

    def close(self, uri: str) -> None:
        """Closes a document."""
        self.client.text_document_did_close(lsp.DidCloseTextDocumentParams(lsp.TextDocumentIdentifier(uri)))

    async def diagnostics(self, uri: str) -> list[lsp.Diagnostic]:
        """The diagnostics of an open document for its present text, pulled or pushed."""
        if self.pulls:
            asked = lsp.DocumentDiagnosticParams(lsp.TextDocumentIdentifier(uri))
            report = await soon(self.client.text_document_diagnostic_async(asked))
            return list(report.items)
        await until(lambda: uri in self.pushed and self.pushed[uri].version == self.versions[uri])
        return list(self.pushed[uri].diagnostics)

    async def actions(
        self, uri: str, range_: lsp.Range, *only: str, diagnostics: list[lsp.Diagnostic] | None = None
    ) -> list[lsp.CodeAction]:
        """The code actions for a range."""
        context = lsp.CodeActionContext(diagnostics or [], list(only) or None)
        asked = lsp.CodeActionParams(lsp.TextDocumentIdentifier(uri), range_, context)
        return list(await soon(self.client.text_document_code_action_async(asked)) or [])

    async def edit_of(self, action: lsp.CodeAction) -> lsp.WorkspaceEdit:
        """The edit of an action, asked for where it is not there yet."""
        if action.edit is None:
            action = await soon(self.client.code_action_resolve_async(action))
        assert action.edit is not None
        return action.edit

    async def command(self, name: str, *arguments: Any) -> Any:
        """What a command answers."""
        asked = lsp.ExecuteCommandParams(name, list(arguments))
        return await soon(self.client.workspace_execute_command_async(asked))

    async def choose(self, action: lsp.CodeAction | lsp.Command) -> Any:
        """What the command of an action answers."""
        command = action.command
        if isinstance(command, str) and command.startswith("{"):
            # lsprotocol takes every action that has a command for that command, and writes it as text.
            command = lsp.Command(**ast.literal_eval(command))
        asked = lsp.ExecuteCommandParams(command.command, command.arguments)
        return await soon(self.client.workspace_execute_command_async(asked))

    def apply(self, edit: lsp.WorkspaceEdit) -> None:
        """Makes an edit in the open documents and tells the server, as an editor does; versions have to fit."""
        for uri, version, edits in _changes(edit):
            assert version is None or version == self.versions[uri], "an edit of another version"
            self.texts[uri] = self.edited(self.texts[uri], edits)
            self.versions[uri] += 1
            document = lsp.VersionedTextDocumentIdentifier(version=self.versions[uri], uri=uri)
            change = lsp.TextDocumentContentChangeWholeDocument(text=self.texts[uri])
            self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [change]))

    def edited(self, text: str, edits: list[lsp.TextEdit]) -> str:
        """`text` after edits that do not overlap."""
        places = sorted(
            ((self.offset(text, e.range.start), self.offset(text, e.range.end), e.new_text) for e in edits),
            reverse=True,
        )
        assert all(a[0] >= b[1] for a, b in pairwise(places)), "edits overlap"
        for start, end, new in places:
            text = text[:start] + new + text[end:]
        return text

    def position(self, text: str, offset: int) -> lsp.Position:
        """The position of an offset, counted as this editor does."""
        before = text[:offset].replace("\r\n", "\n").replace("\r", "\n")
        line, last = before.count("\n"), before.rpartition("\n")[2]
        return lsp.Position(line, _units(last, self.encoding))

    def offset(self, text: str, place: lsp.Position) -> int:
        """The offset of a position; a line behind the text is its end."""
        lines = _LINE.findall(text)
        if place.line >= len(lines):
            return len(text)
        start, line = sum(map(len, lines[: place.line])), lines[place.line]
        for index in range(len(line) + 1):
            if _units(line[:index], self.encoding) == place.character:
                return start + index
        raise AssertionError(f"no character {place.character} in {line!r}")

    def text_at(self, uri: str, range_: lsp.Range) -> str:
        """What stands in a range of an open document."""
        text = self.texts[uri]
        return text[self.offset(text, range_.start) : self.offset(text, range_.end)]

    def place(self, uri: str, word: str) -> lsp.Range:
        """The range of the first `word` of a document."""
        text = self.texts[uri]
        start = text.index(word)
        return lsp.Range(self.position(text, start), self.position(text, start + len(word)))


@asynccontextmanager
async def editor(
    folder: Path,
    name: str = "visual_studio_code",
    *,
    change: Callable[[lsp.ClientCapabilities], None] | None = None,
    settings: Mapping[str, Any] | None = None,
    options: object = None,
    folders: list[Path] | None = None,
    command: list[str] | None = None,
    cwd: Path | None = None,
    environment: Mapping[str, str] | None = None,
) -> AsyncIterator[Editor]:
    """A session of the named editor in a folder, from start to shutdown."""
    client = LanguageClient("test-editor", "1")
    able = capabilities(name)
    if change is not None:
        change(able)
    session = Editor(
        client, folder, lsp.InitializeResult(lsp.ServerCapabilities()), able, dict(settings or {})
    )
    _answer(session)
    variables = {**os.environ, "PYTHONPATH": os.pathsep.join(PARTS), **(environment or {})}
    arguments = command or [sys.executable, "-m", "hybridize_lsp"]
    await client.start_io(*arguments, env=variables, cwd=str(cwd or folder))
    try:
        session.server = await soon(client.initialize_async(_initialize(session, options, folders)))
        client.initialized(lsp.InitializedParams())
        yield session
        if not client.stopped and client._server.returncode is None:
            await soon(client.shutdown_async(None))
            client.exit(None)
            await soon(client._server.wait())
    finally:
        if client._server.returncode is None:
            client._server.kill()
        await client.stop()


def _initialize(session: Editor, options: object, folders: list[Path] | None) -> lsp.InitializeParams:
    listed = [session.folder] if folders is None else folders
    return lsp.InitializeParams(
        capabilities=session.capabilities,
        process_id=os.getpid(),
        root_uri=from_fs_path(str(session.folder)) if folders is None else None,
        workspace_folders=[lsp.WorkspaceFolder(str(from_fs_path(str(f))), f.name) for f in listed],
        initialization_options=options,
    )


def _answer(session: Editor) -> None:
    client = session.client

    @client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    def pushed(params: lsp.PublishDiagnosticsParams) -> None:
        session.pushed[params.uri] = params
        session.pushes.append(params)

    @client.feature(lsp.WORKSPACE_APPLY_EDIT)
    def apply(params: lsp.ApplyWorkspaceEditParams) -> lsp.ApplyWorkspaceEditResult:
        session.applied.append(params)
        if session.accept:
            session.apply(params.edit)
        return lsp.ApplyWorkspaceEditResult(applied=session.accept)

    @client.feature(lsp.WORKSPACE_CONFIGURATION)
    def configuration(params: lsp.ConfigurationParams) -> list[Any]:
        return [session.settings.get(item.scope_uri or "", session.settings.get("")) for item in params.items]

    @client.feature(lsp.WINDOW_SHOW_MESSAGE)
    def message(params: lsp.ShowMessageParams) -> None:
        session.messages.append(params.message)

    @client.feature(lsp.WINDOW_LOG_MESSAGE)
    def log(params: lsp.LogMessageParams) -> None:
        session.logged.append(params.message)

    @client.feature(lsp.CLIENT_REGISTER_CAPABILITY)
    def registered(params: lsp.RegistrationParams) -> None:
        session.registered.extend(params.registrations)

    @client.feature(lsp.WINDOW_WORK_DONE_PROGRESS_CREATE)
    def created(params: lsp.WorkDoneProgressCreateParams) -> None:
        return None

    @client.feature(lsp.PROGRESS)
    def progress(params: lsp.ProgressParams) -> None:
        session.progress.append(params)

    for method in (
        lsp.WORKSPACE_DIAGNOSTIC_REFRESH,
        lsp.WORKSPACE_CODE_LENS_REFRESH,
        lsp.WORKSPACE_INLAY_HINT_REFRESH,
    ):
        client.feature(method)(lambda _params, method=method: session.refreshed.append(method))


async def soon(waiting: Awaitable[T]) -> T:
    """The result, or a failure when it takes too long."""
    return await asyncio.wait_for(waiting, PATIENCE)


async def until(happened: Callable[[], object]) -> None:
    """Returns when something has happened."""
    end = asyncio.get_running_loop().time() + PATIENCE
    while not happened():
        assert asyncio.get_running_loop().time() < end, "it did not happen"
        await asyncio.sleep(0.01)


def _changes(edit: lsp.WorkspaceEdit) -> list[tuple[str, int | None, list[Any]]]:
    if edit.changes is not None:
        return [(uri, None, list(edits)) for uri, edits in edit.changes.items()]
    return [
        (change.text_document.uri, change.text_document.version, list(change.edits))
        for change in edit.document_changes or []
        if isinstance(change, lsp.TextDocumentEdit)
    ]


def _units(text: str, encoding: str) -> int:
    if encoding == "utf-8":
        return len(text.encode())
    return len(text.encode("utf-16-le")) // 2 if encoding == "utf-16" else len(text)
