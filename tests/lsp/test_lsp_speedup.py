"""`speedup` that an editor asks for: what it is told meanwhile, how it is cancelled, and the edit that it is offered."""

from __future__ import annotations

import asyncio
import hashlib
import shlex
import sys
import time

import pytest
from lsp_editor import editor, soon, until
from lsp_programs import HEAD, PROGRAM
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

SLEEPS = shlex.join([sys.executable, "-c", "import time; time.sleep(1000)"])


def asked(edit, command, name="hybridize.speedup", where="."):
    arguments = lsp.ExecuteCommandParams(name, [edit.uri(where), command])
    return edit.client.workspace_execute_command_async(arguments)


def played(project, act, **options):
    """What `act` gives, done with an editor that has the program open."""

    async def session():
        async with editor(project, **options) as edit:
            await edit.diagnostics(edit.open("model.py"))
            return await act(edit)

    return asyncio.run(session())


def test_a_program_without_slow_functions(project):
    found = played(project, lambda edit: soon(asked(edit, 'python -c "print(1)"')))
    assert (found["exitCode"], found["result"]["kept"]) == (0, [])
    assert found["result"]["root"] == str(project)
    assert "the original program, profiled" in found["text"]


@pytest.mark.parametrize(
    ("command", "code", "said"),
    [
        (shlex.join([sys.executable, "-c", "print('why'); raise SystemExit(7)"]), 3, "  | why"),
        (shlex.join([sys.executable, "-c", "print('x' * 200_000); raise SystemExit(7)"]), 3, "exits with 7"),
        ("no-such-program", 2, "cannot be started"),
    ],
    ids=["fails", "one long line", "missing"],
)
def test_a_command_that_fails_says_why(project, command, code, said):
    found = played(project, lambda edit: soon(asked(edit, command)))
    assert (found["exitCode"], found["result"]) == (code, None)
    assert said in found["text"]


@pytest.mark.parametrize(
    ("where", "words", "reason"),
    [(".", "", "no command"), ("gone.py", "python", "no file"), (".", "python 'a", "close every quote")],
)
def test_what_cannot_be_run_is_an_error_that_names_the_remedy(project, where, words, reason):
    async def act(edit):
        with pytest.raises(JsonRpcException, match=reason):
            await soon(asked(edit, words, where=where))

    played(project, act)


def by_the_bar(edit):
    begin = next(p for p in edit.progress if "hybridize speedup" in str(p.value))
    edit.client.window_work_done_progress_cancel(lsp.WorkDoneProgressCancelParams(begin.token))


def by_the_command(edit):
    edit.client.workspace_execute_command(lsp.ExecuteCommandParams("hybridize.cancelSpeedup"))


@pytest.mark.parametrize("cancel", [by_the_bar, by_the_command])
def test_it_says_what_it_tries_and_can_be_cancelled(project, cancel):
    async def act(edit):
        pending = asyncio.ensure_future(asked(edit, SLEEPS))
        await until(lambda: any("profiled" in str(p.value) for p in edit.progress))
        cancel(edit)
        started = time.monotonic()
        found = await soon(pending)
        assert time.monotonic() - started < 30
        return found

    found = played(project, act)
    assert (found["exitCode"], found["result"]) == (130, None)
    assert (project / "model.py").read_text() == PROGRAM


def change(text, name="model.py"):
    """What a result says of a file that gets a decorator."""
    line = text.splitlines().index("def f(x):") + 1
    lines = [{"first": line, "behind": line, "text": "@tf.function\n"}]
    return {"path": name, "sha256": hashlib.sha256(text.encode()).hexdigest(), "lines": lines}


def applied(edit, *changes):
    arguments = [str(edit.folder), list(changes)]
    params = lsp.ExecuteCommandParams("hybridize.applySpeedup", arguments)
    return soon(edit.client.workspace_execute_command_async(params))


def test_the_proved_edits_are_one_edit_that_the_user_is_asked_about(project):
    other = HEAD + "def f(x):\n    return x\n"
    (project / "closed.py").write_text(other)

    async def act(edit):
        uri = edit.uri("closed.py")
        edit.texts[uri], edit.versions[uri] = other, 1  # this editor opens what it edits
        found = await applied(edit, change(PROGRAM), change(other, "closed.py"))
        assert found == {"applied": True, "reason": None}
        (asked,) = edit.applied
        return asked.edit, [edit.texts[edit.uri(name)] for name in ("model.py", "closed.py")]

    found, texts = played(project, act)
    (note,) = found.change_annotations.values()
    assert note.needs_confirmation
    assert texts == [text.replace("def f", "@tf.function\ndef f") for text in (PROGRAM, other)]
    assert (project / "model.py").read_text() == PROGRAM  # the editor makes the edit, not the server


def on_disk(edit):
    (edit.folder / "model.py").write_text(PROGRAM + "# more\n")


def in_the_editor(edit):
    edit.replace(edit.uri("model.py"), "def f", "# more\ndef f")


@pytest.mark.parametrize(
    ("disturb", "reason"),
    [
        pytest.param(on_disk, "model.py has changed since the run", id="on disk"),
        pytest.param(in_the_editor, "changes that are not saved", id="in the editor"),
        pytest.param(lambda edit: (edit.folder / "model.py").unlink(), "model.py has changed", id="gone"),
    ],
)
def test_an_edit_of_a_file_that_has_changed_is_refused(project, disturb, reason):
    async def act(edit):
        disturb(edit)
        found = await applied(edit, change(PROGRAM))
        assert edit.applied == []
        return found

    found = played(project, act)
    assert found["applied"] is False
    assert reason in found["reason"]


def test_where_nothing_was_proved_there_is_nothing_to_apply(project):
    found = played(project, applied)
    assert found == {"applied": False, "reason": "no edit was proved and found faster"}


@pytest.mark.slow
def test_a_slow_function_is_found_proved_and_edited(project):
    """From the command of the user to the edit in the editor."""
    # What takes long is Python, which a graph runs once: faster by far, whatever else the machine is doing.
    slow = PROGRAM.replace("f(tf.ones([2]))", "for _ in range(300):\n    f(tf.ones([2]))").replace(
        "    return", "    x = x * sum(0.5**n for n in range(10_000))\n    return"
    )
    (project / "model.py").write_text(slow)

    async def act(edit):
        found = await asyncio.wait_for(asked(edit, shlex.join([sys.executable, "model.py"])), 500)
        assert [each["qualname"] for each in found["result"]["kept"]] == ["f"], found["text"]
        assert await applied(edit, *found["result"]["changes"]) == {"applied": True, "reason": None}
        return edit.applied[0].edit

    found = played(project, act)
    (document,) = found.document_changes
    assert "@tf.function" in document.edits[0].new_text
    assert (project / "model.py").read_text() == slow
