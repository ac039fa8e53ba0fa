"""Recorded times above functions, where a profile of the project lies."""

from __future__ import annotations

import ast
import asyncio

import pytest
from hybridize_analyzer.observed.profile import (
    FunctionRun,
    Profile,
    RecordedRun,
    default_file,
    digest_of,
    split_lines,
    written,
)
from lsp_editor import Editor, editor
from lsp_programs import CALL, EAGER, HEAD, PROGRAM
from lsprotocol import types as lsp

SETTINGS = {"codeLens": True}
BEFORE = "runs eagerly · can be a graph · gain low · 1 trace"


def profile_of(text: str, *, calls: int, seconds: float, operations: int) -> bytes:
    """A profile in which every function of a text took that long in all."""
    functions = [n for n in ast.walk(ast.parse(text)) if isinstance(n, ast.FunctionDef)]
    runs = tuple(
        FunctionRun(
            path="model.py",
            qualname=node.name,
            line=node.lineno,
            digest=digest_of(split_lines(text), node),
            calls=calls,
            seconds=seconds,
            operations=operations,
        )
        for node in functions
    )
    run = RecordedRun(command=("x",), code=0, seconds=9.0, processes=1)
    return written(Profile(tool="0", runs=(run,), functions=runs))


async def lenses(edit: Editor, uri: str) -> list[str]:
    asked = lsp.CodeLensParams(lsp.TextDocumentIdentifier(uri))
    return [lens.command.title for lens in await edit.client.text_document_code_lens_async(asked)]


@pytest.mark.parametrize(
    ("seconds", "operations", "told"),
    [
        (0.38, 12_000, "runs eagerly · 38 ms here · can be a graph · 6.6x as a graph · 1 trace"),
        (0.0052, 30, "runs eagerly · 520 µs here · can be a graph · 0.81x as a graph · 1 trace"),
        (25.0, 0, "runs eagerly · 2.5 s here · can be a graph · gain low · 1 trace"),
    ],
)
def test_a_lens_tells_the_time_that_runs_took(project, seconds, operations, told):
    file = default_file(project)
    file.parent.mkdir()
    file.write_bytes(profile_of(PROGRAM, calls=10, seconds=seconds, operations=operations))

    async def session():
        async with editor(project, settings={"": SETTINGS}, options=SETTINGS) as edit:
            uri = edit.open("model.py", PROGRAM)
            first = await lenses(edit, uri)
            edit.replace(uri, HEAD, HEAD + "\n" + EAGER.format("g"))
            edit.replace(uri, CALL.format("f"), CALL.format("f") + CALL.format("g"))
            second = await lenses(edit, uri)
            edit.replace(uri, "tf.exp(x) *", "tf.tanh(x) *")
            edit.replace(uri, "tf.exp(x) *", "tf.tanh(x) *")
            return first, second, await lenses(edit, uri)

    first, second, third = asyncio.run(session())
    assert first == [told]
    assert second == [BEFORE, told], "lines that move keep their times, and what is new has none"
    assert third == [BEFORE, BEFORE], "what was edited since is not what was timed"


@pytest.mark.parametrize(
    "raw", [b"", b"[]", b'{"version": 99}', b"\xff\xfe"], ids=["empty", "list", "later", "bytes"]
)
def test_a_profile_that_cannot_be_read_costs_only_the_times(project, raw):
    file = default_file(project)
    file.parent.mkdir()
    file.write_bytes(raw)

    async def session():
        async with editor(project, settings={"": SETTINGS}, options=SETTINGS) as edit:
            uri = edit.open("model.py", PROGRAM)
            return await lenses(edit, uri)

    assert asyncio.run(session()) == [BEFORE]


def test_a_profile_that_is_written_meanwhile_is_read(project):
    file = default_file(project)
    file.parent.mkdir()

    async def session():
        async with editor(project, settings={"": SETTINGS}, options=SETTINGS) as edit:
            uri = edit.open("model.py", PROGRAM)
            first = await lenses(edit, uri)
            file.write_bytes(profile_of(PROGRAM, calls=10, seconds=0.38, operations=12_000))
            changed = lsp.FileEvent(
                edit.uri(file.relative_to(project).as_posix()), lsp.FileChangeType.Created
            )
            edit.client.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams([changed]))
            return first, await lenses(edit, uri)

    first, second = asyncio.run(session())
    assert first == [BEFORE]
    assert "38 ms here" in second[0]
