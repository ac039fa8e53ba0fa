"""`hybridize speedup` of a folder, by a command that the user names, and the edits that it has proved."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import shlex
import subprocess
from pathlib import Path
from typing import Any

from hybridize_analyzer.workspace.reading import read_source
from hybridize_analyzer.workspace.sources import SourceFile
from lsprotocol.types import Position, Range, TextEdit, WorkspaceEdit

from hybridize_lsp.documents import Part, open_units, uri_of
from hybridize_lsp.edits import NoEdit, Note, PartEdits, workspace_edit
from hybridize_lsp.lines import split_lines
from hybridize_lsp.progress import Shown, show_progress
from hybridize_lsp.proofs import interrupt, place_and_words, start
from hybridize_lsp.state import State

log = logging.getLogger("hybridize")


async def run_speedup(state: State, uri: str, command: str) -> dict[str, Any]:
    """Profiles the command, and proves and measures edits on it; what is tried is shown, and nothing is edited.

    uri: of a file or folder.  command: as typed; it is looked for beside the server's Python first.

    Returns:
        `exitCode`, `text` (what was said meanwhile, for people), and `result` (speedup.schema.json), null where there is
        none.

    Raises:
        JsonRpcException: there is no such file, or the command has no words.
    """
    path, words = place_and_words(uri, command)
    arguments = ["speedup", "--format", "json"]
    process = await start(arguments, path, words, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stderr is not None
    state.speedups.add(process)
    try:
        title = f"hybridize speedup: {shlex.join(words)}"
        async with show_progress(state, title, lambda: interrupt(process)) as shown:
            output, text = await asyncio.gather(process.stdout.read(), _told(process.stderr, shown))
            await process.wait()
    finally:
        state.speedups.discard(process)
        interrupt(process)
    log.info("hybridize speedup %s -- %s\n%s", path, shlex.join(words), text)
    result = json.loads(output) if process.returncode == 0 else None
    return {"exitCode": process.returncode, "text": text, "result": result}


def cancel_speedups(state: State) -> None:
    """Ends what `run_speedup` has begun; it answers as soon as everything of it is gone."""
    for process in state.speedups:
        interrupt(process)


async def _told(stream: asyncio.StreamReader, shown: Shown) -> str:
    """All that is said on a stream; each line is shown when it comes."""
    lines = []
    while line := (await _line(stream)).decode("utf-8", "replace"):
        lines.append(line)
        shown.report(line.strip())
    return "".join(lines)


async def _line(stream: asyncio.StreamReader) -> bytes:
    try:
        return await stream.readline()
    except (
        ValueError
    ):  # what a program printed may be one long line; the limit of the stream is dropped with it
        return b"...\n"


def speedup_edit(state: State, root: str, changes: list[dict[str, Any]], label: str) -> WorkspaceEdit:
    """The edits of a result, for the files as they are: the user is asked about them where the editor can do that.

    root, changes: of the result.

    Raises:
        NoEdit: a file has changed since, on disk or in the editor; or there is nothing to edit.
    """
    found: PartEdits = []
    for change in changes:
        part = _part(state, Path(root), change)
        found.append((part, [_text_edit(lines) for lines in change["lines"]]))
    if not found:
        raise NoEdit("no edit was proved and found faster")
    note = Note(label, "Proved on a run of the program, and measured faster.", confirm=True)
    return workspace_edit(found, state.support, note)


def _part(state: State, root: Path, change: dict[str, Any]) -> Part:
    """The document that a file is; as the change knows it."""
    path, name = root / change["path"], change["path"]
    source = read_source(path, root)
    if not isinstance(source, SourceFile) or hashlib.sha256(source.raw).hexdigest() != change["sha256"]:
        raise NoEdit(f"{name} has changed since the run; run `Profile and Speed Up` again")
    lines = _bare(source.text)
    unit = next((unit for unit in open_units(state.server.workspace) if unit.path == str(path)), None)
    if unit is None:
        return Part(uri_of(path), None, 0, max(1, len(lines)))
    if _bare(unit.text) != lines:
        raise NoEdit(
            f"{name} has changes that are not saved, and the run did not see them; undo them, or run again"
        )
    return unit.parts[0]


def _bare(text: str) -> list[str]:
    """The lines without what an editor may keep otherwise: their ends, and the mark in front of the text."""
    return [line.rstrip("\r\n") for line in split_lines(text.removeprefix("\ufeff"))]


def _text_edit(lines: dict[str, Any]) -> TextEdit:
    place = Range(Position(lines["first"] - 1, 0), Position(lines["behind"] - 1, 0))
    return TextEdit(place, lines["text"].removeprefix("\ufeff"))
