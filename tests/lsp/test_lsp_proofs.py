"""Proofs and measurements that an editor asks for."""

from __future__ import annotations

import asyncio
import shlex
import signal
import sys
import time
from functools import partial

import pytest
from lsp_editor import editor, soon, until
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

SLEEPS = shlex.join([sys.executable, "-c", "import time; time.sleep(1000)"])


def run(project, *commands):
    """The results of commands, each a name and what is run, for the folder of the project."""

    async def session():
        async with editor(project) as edit:
            edit.open("model.py")
            asked = [lsp.ExecuteCommandParams(name, [edit.uri("."), words]) for name, words in commands]
            return [await soon(edit.client.workspace_execute_command_async(a)) for a in asked]

    return asyncio.run(session())


def test_what_a_command_does_not_call_is_not_exercised(project):
    (found,) = run(project, ("hybridize.verify", 'python -c "print(1)"'))
    assert found["exitCode"] == 0
    assert "1 edit: 0 proved on this run, 0 refuted, 1 not exercised" in found["text"]


def test_a_command_that_fails_says_so(project):
    (found,) = run(project, ("hybridize.measure", shlex.join([sys.executable, "-c", "raise SystemExit(7)"])))
    assert found["exitCode"] == 3
    assert "7" in found["text"]


@pytest.mark.parametrize(
    ("where", "words", "reason"), [(".", "", "no command"), ("gone.py", "python", "no file")]
)
def test_what_cannot_be_run_is_an_error_that_names_the_remedy(project, where, words, reason):
    async def session():
        async with editor(project) as edit:
            asked = lsp.ExecuteCommandParams("hybridize.verify", [edit.uri(where), words])
            with pytest.raises(JsonRpcException, match=reason):
                await soon(edit.client.workspace_execute_command_async(asked))

    asyncio.run(session())


@pytest.mark.parametrize(
    "disposition", [signal.default_int_handler, signal.SIG_IGN], ids=["heard", "ignored"]
)
def test_cancelling_ends_the_command(project, disposition, request):
    """Also in a server that ignores interrupts, as those do that a script has started in the background."""
    request.addfinalizer(partial(signal.signal, signal.SIGINT, signal.signal(signal.SIGINT, disposition)))

    async def session():
        async with editor(project) as edit:
            uri = edit.open("model.py")
            await edit.diagnostics(uri)
            asked = lsp.ExecuteCommandParams("hybridize.verify", [edit.uri("."), SLEEPS])
            pending = asyncio.ensure_future(edit.client.workspace_execute_command_async(asked))
            await until(lambda: any("verify" in str(p.value) for p in edit.progress))
            (begin,) = [p for p in edit.progress if "verify" in str(p.value)]
            edit.client.window_work_done_progress_cancel(lsp.WorkDoneProgressCancelParams(begin.token))
            started = time.monotonic()
            found = await soon(pending)
            assert time.monotonic() - started < 30
            assert found["exitCode"] == 130

    asyncio.run(session())


@pytest.mark.slow
def test_a_program_that_is_run_is_proved_and_timed(project):
    words = shlex.join([sys.executable, "model.py"])
    proved, timed = run(project, ("hybridize.verify", words), ("hybridize.measure", words))
    assert "1 proved on this run" in proved["text"]
    assert (proved["exitCode"], timed["exitCode"]) == (0, 0)
