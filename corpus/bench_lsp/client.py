"""A client that plays a recording to a server and times the answers."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Awaitable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient
from pygls.uris import from_fs_path

from corpus.bench_lsp.recording import Step

T = TypeVar("T")


@dataclass(slots=True)
class Times:
    """Wall seconds per answer, and CPU seconds of server and worker per edit.

    all: all safe edits of the file.
    repair: actions whose edit is looked for, by analyses of candidates, when they are chosen.
    memory: MiB of both after so many edits.
    """

    first: float = 0.0
    diagnostics: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    hover: list[float] = field(default_factory=list)
    actions: list[float] = field(default_factory=list)
    resolve: list[float] = field(default_factory=list)
    repair: list[float] = field(default_factory=list)
    all: list[float] = field(default_factory=list)
    memory: dict[int, float] = field(default_factory=dict)


@dataclass(slots=True)
class Shown:
    """The document that is edited, and which diagnostics of it the client shows."""

    uri: str
    result: str | None = None


async def play(root: Path, path: Path, steps: Iterable[Step], *, edits: int) -> Times:
    """Opens a file and plays the steps into the body of a function in its middle, until so many edits are made."""
    times, started = Times(), time.perf_counter()
    client = LanguageClient("bench", "1")
    await client.start_io(sys.executable, "-m", "hybridize_lsp", env=dict(os.environ), cwd=str(root))
    text = path.read_bytes().decode("utf-8")
    uri = str(from_fs_path(str(path)))
    await client.initialize_async(_initialize(root))
    client.initialized(lsp.InitializedParams())
    item = lsp.TextDocumentItem(uri, "python", 1, text)
    client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
    shown = Shown(uri)
    await _diagnostics(client, shown)
    times.first = time.perf_counter() - started
    cursors = [_place(text)]
    for number, step in enumerate(_steps(steps, edits)):
        await _do(client, shown, step, cursors, number + 2, times)
        if step.kind in ("type", "erase") and len(times.diagnostics) in _checked(edits):
            times.memory[len(times.diagnostics)] = _memory(client)
    if edits:
        await _restore(client, shown, text, edits)
        await _fix_all(client, uri, times)
    await client.shutdown_async(None)
    client.exit(None)
    await client.stop()
    return times


def _steps(steps: Iterable[Step], edits: int) -> Iterable[Step]:
    made, recorded = 0, list(steps)
    while True:
        for step in recorded:
            if made >= edits:
                return
            made += step.kind in ("type", "erase")
            yield step


def _checked(edits: int) -> set[int]:
    return {edits * part // 10 for part in range(1, 11)}


async def _do(
    client: LanguageClient, shown: Shown, step: Step, cursors: list[lsp.Position], version: int, times: Times
) -> None:
    uri = shown.uri
    if step.kind == "save":
        client.text_document_did_save(lsp.DidSaveTextDocumentParams(lsp.TextDocumentIdentifier(uri)))
        await _diagnostics(client, shown)
    elif step.kind == "look":
        await _look(client, uri, cursors[-1], times)
    else:
        cpu, started = _cpu(client), time.perf_counter()
        _edit(client, uri, step, cursors, version)
        await _diagnostics(client, shown)
        times.diagnostics.append(time.perf_counter() - started)
        times.cpu.append(_cpu(client) - cpu)


async def _look(client: LanguageClient, uri: str, place: lsp.Position, times: Times) -> None:
    document = lsp.TextDocumentIdentifier(uri)
    await _timed(times.hover, client.text_document_hover_async(lsp.HoverParams(document, place)))
    asked = lsp.CodeActionParams(document, lsp.Range(place, place), lsp.CodeActionContext([]))
    actions = await _timed(times.actions, client.text_document_code_action_async(asked))
    for action in (actions or [])[:1]:
        if isinstance(action, lsp.CodeAction):
            searched = isinstance(action.data, dict) and action.data.get("do") == "repair"
            await _timed(
                times.repair if searched else times.resolve, client.code_action_resolve_async(action)
            )


async def _restore(client: LanguageClient, shown: Shown, text: str, edits: int) -> None:
    """Takes all edits back: what the last of them has left may not parse."""
    document = lsp.VersionedTextDocumentIdentifier(version=2 * edits + 1000, uri=shown.uri)
    whole = lsp.TextDocumentContentChangeWholeDocument(text)
    client.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [whole]))
    await _diagnostics(client, shown)


async def _fix_all(client: LanguageClient, uri: str, times: Times) -> None:
    """All safe edits of the file: twice, as the first time the server imports what plans edits."""
    start = lsp.Position(0, 0)
    context = lsp.CodeActionContext([], only=[lsp.CodeActionKind.SourceFixAll])
    asked = lsp.CodeActionParams(lsp.TextDocumentIdentifier(uri), lsp.Range(start, start), context)
    for _ in range(2):
        for action in await client.text_document_code_action_async(asked) or []:
            if isinstance(action, lsp.CodeAction):
                await _timed(times.all, client.code_action_resolve_async(action))


def _edit(client: LanguageClient, uri: str, step: Step, cursors: list[lsp.Position], version: int) -> None:
    """Types one character or takes it back; `cursors` are where it stood before each of them."""
    last = cursors[-1]
    if step.kind == "type":
        range_, new = lsp.Range(last, last), step.text
        ended = new == "\n"
        cursors.append(lsp.Position(last.line + ended, 0 if ended else last.character + 1))
    else:
        cursors.pop()
        range_, new = lsp.Range(cursors[-1], last), ""
    change = lsp.TextDocumentContentChangePartial(range=range_, text=new)
    document = lsp.VersionedTextDocumentIdentifier(version=version, uri=uri)
    client.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [change]))


async def _timed(times: list[float], answer: Awaitable[T]) -> T:
    started = time.perf_counter()
    result = await answer
    times.append(time.perf_counter() - started)
    return result


async def _diagnostics(client: LanguageClient, shown: Shown) -> None:
    """Asks as editors do, who say what they show: where that is still right, the answer says only that."""
    document = lsp.TextDocumentIdentifier(shown.uri)
    asked = lsp.DocumentDiagnosticParams(document, previous_result_id=shown.result)
    shown.result = (await client.text_document_diagnostic_async(asked)).result_id


def _initialize(root: Path) -> lsp.InitializeParams:
    action = lsp.ClientCodeActionLiteralOptions(lsp.ClientCodeActionKindOptions([]))
    able = lsp.CodeActionClientCapabilities(
        code_action_literal_support=action,
        data_support=True,
        resolve_support=lsp.ClientCodeActionResolveOptions(["edit"]),
    )
    documents = lsp.TextDocumentClientCapabilities(
        code_action=able, diagnostic=lsp.DiagnosticClientCapabilities()
    )
    annotated = lsp.WorkspaceEditClientCapabilities(
        document_changes=True, change_annotation_support=lsp.ChangeAnnotationsSupportOptions()
    )
    workspace = lsp.WorkspaceClientCapabilities(workspace_edit=annotated)
    uri = from_fs_path(str(root))
    return lsp.InitializeParams(
        capabilities=lsp.ClientCapabilities(workspace, documents),
        process_id=os.getpid(),
        root_uri=uri,
        workspace_folders=[lsp.WorkspaceFolder(str(uri), root.name)],
    )


def _place(text: str) -> lsp.Position:
    """The start of the line with the `return` nearest to the middle of the text."""
    lines = text.splitlines()
    returns = [number for number, line in enumerate(lines) if line.startswith("    return ")]
    return lsp.Position(min(returns, key=lambda number: abs(number - len(lines) // 2)), 0)


def _processes(client: LanguageClient) -> list[int]:
    """The server and its worker."""
    server = _server(client).pid
    children = Path(f"/proc/{server}/task/{server}/children").read_text(encoding="ascii").split()
    return [server, *map(int, children)]


def _server(client: LanguageClient) -> asyncio.subprocess.Process:
    server = client._server
    assert server is not None, "the client has been started"
    return server


def _cpu(client: LanguageClient) -> float:
    """CPU seconds that server and worker have used."""
    ticks = 0
    for process in _processes(client):
        fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def _memory(client: LanguageClient) -> float:
    """MiB that server and worker hold."""
    pages = (Path(f"/proc/{p}/statm").read_text(encoding="ascii").split()[1] for p in _processes(client))
    return sum(map(int, pages)) * os.sysconf("SC_PAGE_SIZE") / 2**20
