"""Processes that die, wait, print or meet, and projects that are large."""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hybridize_lsp.leaving import is_alive
from hybridize_refactorings.line_changes import replacements
from lsp_editor import PARTS, PATIENCE, Editor, editor, soon, until
from lsp_programs import CALL, EAGER, HEAD, PROGRAM, codes, pushing, write_many
from lsprotocol import types as lsp
from sizes import size


async def worker_of(edit: Editor) -> int:
    """The number of the server's worker process."""
    listed = Path(f"/proc/{edit.client._server.pid}/task/{edit.client._server.pid}/children")
    await until(lambda: listed.read_text().split())
    return int(listed.read_text().split()[0])


def test_requests_are_answered_while_an_analysis_runs(project):
    write_many(project)

    async def session():
        async with editor(project) as edit:
            uri = edit.open("model.py")
            asked = lsp.HoverParams(lsp.TextDocumentIdentifier(uri), lsp.Position(63, 4))
            pending = [
                asyncio.ensure_future(edit.client.text_document_hover_async(asked)) for _ in range(200)
            ]
            await asyncio.sleep(0.5)
            cancelled = [lsp.CancelParams(id=id_) for id_ in list(edit.client.protocol._request_futures)]
            for params in cancelled:
                edit.client.cancel_request(params)
            started = time.monotonic()
            await soon(edit.client.text_document_hover_async(asked))
            assert time.monotonic() - started < 2.0
            assert codes(await edit.diagnostics(uri)) == ["HYB001"]
            await asyncio.gather(*pending, return_exceptions=True)

    asyncio.run(session())


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="looks for processes in /proc")
def test_a_worker_that_is_killed_is_replaced(project):
    async def session():
        async with editor(project) as edit:
            uri = edit.open("model.py")
            await edit.diagnostics(uri)
            os.kill(await worker_of(edit), 9)
            edit.replace(uri, "import", "# typed\nimport")
            (found,) = await edit.diagnostics(uri)
            assert edit.text_at(uri, found.range) == "f"
            assert edit.messages == []

    asyncio.run(session())


def test_a_long_analysis_shows_progress_and_can_be_cancelled(project):
    write_many(project)

    async def session():
        async with editor(project) as edit:
            uri = edit.open("model.py")
            await until(lambda: edit.progress)
            begin = edit.progress[0]
            assert begin.value["kind"] == "begin"
            assert begin.value["cancellable"]
            edit.client.window_work_done_progress_cancel(lsp.WorkDoneProgressCancelParams(begin.token))
            await until(lambda: edit.progress[-1].value["kind"] == "end")
            assert await edit.diagnostics(uri) == []  # nothing is known, and nothing is tried again
            edit.replace(uri, "import", "# typed\nimport")
            assert codes(await edit.diagnostics(uri)) == ["HYB001"]

    asyncio.run(session())


def running(*arguments: str, **variables: str) -> subprocess.Popen[bytes]:
    """A server process without a client library around it."""
    return subprocess.Popen(
        [sys.executable, "-m", "hybridize_lsp", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(PARTS), **variables},
    )


def message(body: str) -> bytes:
    return f"Content-Length: {len(body)}\r\n\r\n{body}".encode()


def gone(process: int) -> bool:
    end = time.monotonic() + PATIENCE
    while is_alive(process) and time.monotonic() < end:
        time.sleep(0.05)
    return not is_alive(process)


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="looks for processes in /proc")
@pytest.mark.parametrize("way", ["the input ends", "the client's process ends", "the server is killed"])
def test_no_process_outlives_the_client(project, way):
    client = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    server = running()
    assert server.stdin is not None
    assert server.stdout is not None
    opening = f'{{"uri":"file://{project}/model.py","languageId":"python","version":1,"text":"import tensorflow as tf"}}'
    asked = f'"params":{{"processId":{client.pid},"capabilities":{{}},"rootUri":"file://{project}"}}'
    server.stdin.write(message(f'{{"jsonrpc":"2.0","id":1,"method":"initialize",{asked}}}'))
    server.stdin.write(message('{"jsonrpc":"2.0","method":"initialized","params":{}}'))
    opened = f'"method":"textDocument/didOpen","params":{{"textDocument":{opening}}}'
    server.stdin.write(message(f'{{"jsonrpc":"2.0",{opened}}}'))
    server.stdin.flush()
    children = Path(f"/proc/{server.pid}/task/{server.pid}/children")
    while not (worker := children.read_text().split()):
        time.sleep(0.05)
    if way == "the input ends":
        server.stdin.close()
    elif way == "the server is killed":
        server.kill()
    client.kill()
    client.wait()
    try:
        server.wait(PATIENCE)
        assert gone(int(worker[0]))
    finally:
        server.stdout.close()
        server.stdin.close() if not server.stdin.closed else None
        client.stdin.close()


def test_a_huge_workspace_is_looked_at_around_open_files(project):
    for folder in range(100):
        (project / f"p{folder}").mkdir()
        for number in range(100):
            (project / f"p{folder}" / f"m{number}.py").write_text("x = 1\n")
    options = {"maxFiles": 5_000}

    async def session():
        async with editor(project, "emacs", options=options) as edit:
            started = time.monotonic()
            uri = edit.open("model.py")
            assert codes(await edit.diagnostics(uri)) == ["HYB001"]
            assert time.monotonic() - started < 20
            edit.replace(uri, "import", "# typed\nimport")
            assert codes(await edit.diagnostics(uri)) == ["HYB001"]
            assert edit.messages == []

    asyncio.run(session())


NOISY = """
import os, subprocess, sys
sys.argv = ["server"]
import hybridize_lsp.server as made
create = made.create_server
def noisy(engine):
    print("from Python")
    os.write(1, b"from C")
    subprocess.run([sys.executable, "-c", "print('from a child')"])
    return create(engine)
made.create_server = noisy
from hybridize_lsp.serving import serve
serve()
"""


def test_whatever_prints_and_whatever_shadows_python_does_no_harm(project):
    for name in ("json", "asyncio", "ast", "typing", "queue"):
        (project / f"{name}.py").write_text("raise RuntimeError('the wrong one')\n")

    async def session(command):
        async with editor(project, command=command, cwd=project) as edit:
            assert codes(await edit.diagnostics(edit.open("model.py"))) == ["HYB001"]

    asyncio.run(session([sys.executable, "-m", "hybridize_lsp"]))
    for name in ("json", "asyncio", "ast", "typing", "queue"):
        (project / f"{name}.py").unlink()
    asyncio.run(session([sys.executable, "-c", NOISY]))


def test_two_servers_share_one_cache_and_several_folders(project, tmp_path_factory):
    other = tmp_path_factory.mktemp("other")
    (other / "hybridize.toml").write_text('ignore = ["HYB001"]\n')
    (other / "model.py").write_text(PROGRAM)

    async def session():
        async with editor(project, folders=[project, other]) as one, editor(project) as two:
            first = [edit.open("model.py") for edit in (one, two)]
            second = one.open(one.uri(f"file://{other}/model.py"), PROGRAM)
            found = await asyncio.gather(one.diagnostics(first[0]), two.diagnostics(first[1]))
            assert list(map(codes, found)) == [["HYB001"], ["HYB001"]]
            assert await one.diagnostics(second) == []
            gone = lsp.WorkspaceFoldersChangeEvent([], [lsp.WorkspaceFolder(f"file://{other}", "other")])
            one.client.workspace_did_change_workspace_folders(lsp.DidChangeWorkspaceFoldersParams(gone))
            assert codes(await one.diagnostics(first[0])) == ["HYB001"]

    asyncio.run(session())


def test_many_lines_that_are_alike_are_compared_in_no_time():
    before = [*(f"def f{i}(x):\n" if i % 9 == 0 else "    x = tf.nn.relu(x)\n" for i in range(20_000)), "end"]
    after = [line for old in before for line in (["@tf.function\n", old] if old.startswith("def") else [old])]
    after.insert(1, "import tensorflow as tf\n")
    started = time.process_time()
    changes = list(replacements(before, after))
    assert time.process_time() - started < 2
    again = list(before)
    for first, behind, text in reversed(changes):
        again[first:behind] = text.splitlines(keepends=True)
    assert again == after
    assert len(changes) == sum(line.startswith("def") for line in before)


@pytest.mark.parametrize("seed", range(30))
def test_replacements_lead_from_one_text_to_the_other(seed):
    chance = random.Random(seed)
    before, after = ([chance.choice("abc") + "\n" for _ in range(chance.randrange(40))] for _ in range(2))
    again = list(before)
    for first, behind, text in reversed(list(replacements(before, after))):
        again[first:behind] = text.splitlines(keepends=True)
    assert again == after


@pytest.mark.skipif(not Path("/proc/self/stat").is_file(), reason="reads processor time in /proc")
@pytest.mark.sized
def test_thousands_of_open_files_all_get_their_diagnostics(project):
    count = size(400, 2_000)
    texts = {f"m{number}.py": HEAD + EAGER.format("f") + CALL.format("f") for number in range(count)}
    for name, text in texts.items():
        (project / name).write_text(text)

    async def session():
        async with editor(project, change=pushing) as edit:
            for name in texts:
                edit.open(name)
            await until(lambda: len(edit.pushed) == len(texts))
            busy = _processor_time(edit.client._server.pid)
            assert busy < 0.025 * count, "the server looks at all files for each of them"

    asyncio.run(session())


def _processor_time(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
