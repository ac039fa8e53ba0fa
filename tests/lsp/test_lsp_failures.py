"""What has gone wrong in other servers and their editors, tried on ours."""

from __future__ import annotations

import asyncio

import pytest
from hybridize_lsp.protocol import Protocol, Server
from lsp_editor import editor, soon, until
from lsp_programs import CALL, DECORATED, EAGER, EVERY_GAIN_HERE, HEAD, LARGE, PROGRAM, codes, pushing
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException


def test_an_action_follows_edits_above_and_dies_with_its_function(project):
    async def session():
        async with editor(project) as edit:
            uri = edit.open("model.py")
            await edit.diagnostics(uri)
            action, *_ = await edit.actions(uri, edit.place(uri, "f(x)"), "quickfix")
            edit.replace(uri, "\n\n\n", "\n\nimport os\n\n\n")
            edit.apply(await edit.edit_of(action))
            assert edit.texts[uri] == DECORATED.replace("\n\n\n@", "\n\nimport os\n\n\n@")
            # Once more: it is done already.
            with pytest.raises(JsonRpcException, match="does not ask for an edit any more"):
                await edit.edit_of(lsp.CodeAction(action.title, data=action.data))
            edit.replace(uri, "def f", "def g")
            with pytest.raises(JsonRpcException):
                await edit.edit_of(lsp.CodeAction(action.title, data=action.data))

    asyncio.run(session())


def test_what_stands_in_the_way_is_repaired_when_that_is_chosen(project):
    text = (
        HEAD
        + "def f(x):\n    print('called', x)\n    return tf.exp(x) * tf.nn.relu(x) + 1.0\n\n\n"
        + CALL.format("f")
    )

    async def session():
        async with editor(project) as edit:
            uri = edit.open("model.py", text)
            assert await edit.diagnostics(uri) == []
            (action,) = await edit.actions(uri, edit.place(uri, "return"), "refactor.rewrite")
            assert action.title == "Look for a repair of `f`"
            assert await edit.choose(action) == {
                "applied": True,
                "reason": None,
            }
            (note,) = edit.applied[-1].edit.change_annotations.values()
            assert note.needs_confirmation
            assert "tf.print" in note.label
            assert "@tf.function\ndef f" in edit.texts[uri]
            assert "    tf.print('called', x" in edit.texts[uri]
            assert await edit.diagnostics(uri) == []

    asyncio.run(session())


def test_a_repair_that_there_is_not_is_told_and_not_offered_again(project):
    body = "def f(x):\n    while input():\n        x = tf.exp(x)\n    return x\n\n\n"
    text = HEAD + body + CALL.format("f")

    async def session():
        async with editor(project) as edit:
            uri = edit.open("model.py", text)
            assert await edit.diagnostics(uri) == []
            (action,) = await edit.actions(uri, edit.place(uri, "input"), "refactor.rewrite")
            told = await edit.choose(action)
            assert told == {
                "applied": False,
                "reason": "no repair of `f` is known after which it could be a graph",
            }
            assert await edit.actions(uri, edit.place(uri, "input"), "refactor.rewrite") == []
            edit.replace(uri, "input()", "input('?')")
            await edit.diagnostics(uri)
            assert await edit.actions(uri, edit.place(uri, "input"), "refactor.rewrite")

    asyncio.run(session())


def test_a_hover_says_everything_once_and_follows_edits(project):
    text = (
        HEAD
        + "def f(x):\n    print('called')\n    return tf.exp(x) * tf.nn.relu(x)\n\n\n"
        + LARGE.replace(HEAD, "").replace("f(", "g(")
    )

    async def shown(edit, uri, word):
        asked = lsp.HoverParams(lsp.TextDocumentIdentifier(uri), edit.place(uri, word).start)
        return (await soon(edit.client.text_document_hover_async(asked))).contents.value

    async def session():
        async with editor(project) as edit:
            uri = edit.open("model.py", text + CALL.format("f"))
            await edit.diagnostics(uri)
            keeps = await shown(edit, uri, "f(x)")
            assert "What stands in the way\n- python-output: " in keeps
            assert keeps.count("print()") == 1
            assert "More: `hybridize why model.py:4`, `hybridize explain python-output`" in keeps
            converts = await shown(edit, uri, "g(x)")
            assert "can be a graph · gain high · 1 trace" in converts
            assert (converts.count("gain"), converts.count("1 trace")) == (1, 1)
            edit.replace(uri, "\n\n\ndef f", "\n\n\n# one\n# two\ndef f")
            assert "line 7" in await shown(edit, uri, "f(x)")

    asyncio.run(session())


def test_an_edit_on_assumptions_has_a_short_title_and_asks_with_the_whole_of_them(project):
    text = LARGE.replace("def f(x)", "def f(x: tf.Tensor)").partition("for _")[0]

    async def session():
        async with editor(project) as edit:
            uri = edit.open("model.py", text)
            (found,) = await edit.diagnostics(uri)
            action, *_ = await edit.actions(uri, found.range, "quickfix", diagnostics=[found])
            assert action.title.startswith("Convert `f` to a graph (assumes: ")
            assert len(action.title) < 80
            assert not action.is_preferred
            made = await edit.edit_of(action)
            (note,) = made.change_annotations.values()
            assert (note.label, note.needs_confirmation) == (action.title, True)
            assert "type hint" in note.description

    asyncio.run(session())


def test_all_safe_edits_are_one_edit_with_one_import(project):
    text = "import numpy as np\nfrom tensorflow import exp, ones\n\n\ndef f(x):\n    return exp(x) + exp(-x) + 1.0\n\n\n"
    text += "def g(x):\n    return exp(x) * exp(-x) * 2.0\n\n\nf(ones([2]))\ng(ones([2]))\n"

    async def session():
        async with editor(project) as edit:
            uri = edit.open("model.py", text)
            await edit.diagnostics(uri)
            (action,) = await edit.actions(uri, edit.place(uri, "numpy"), "source.fixAll.hybridize")
            edit.apply(await edit.edit_of(action))
            after = edit.texts[uri]
            assert (after.count("import tensorflow as tf\n"), after.count("@tf.function\n")) == (1, 2)
            assert await edit.diagnostics(uri) == []
            assert await edit.actions(uri, edit.place(uri, "numpy"), "source.fixAll.hybridize") == []

    asyncio.run(session())


def test_dirty_text_counts_and_files_are_never_written(project):
    (project / "other.py").write_text(PROGRAM.replace("def f", "def other").replace("f(", "other(", 1))
    (project / "other.py").write_text(PROGRAM)

    async def session():
        async with editor(project) as edit:
            uri = edit.open("model.py", PROGRAM + "# not saved\n")
            edit.open("other.py")
            edit.close(edit.uri("other.py"))
            edit.accept = False
            command = lsp.ExecuteCommandParams("hybridize.convertWorkspace", [])
            told = await soon(edit.client.workspace_execute_command_async(command))
            assert told == {"found": 2, "files": 2, "applied": 0}
            (applied,) = edit.applied
            changes = {c.text_document.uri: c for c in applied.edit.document_changes}
            assert changes[uri].text_document.version == 1
            assert changes[edit.uri("other.py")].text_document.version is None
            assert edit.edited(edit.texts[uri], list(changes[uri].edits)) == DECORATED + "# not saved\n"
            # What needs to be confirmed is not ticked in the preview: safe edits are.
            assert [a.needs_confirmation for a in applied.edit.change_annotations.values()] == [False]
            assert (project / "model.py").read_text() == (project / "other.py").read_text() == PROGRAM

    asyncio.run(session())


def test_diagnostics_go_with_their_document(project):
    async def session():
        async with editor(project, change=pushing) as edit:
            uri = edit.open("model.py")
            assert codes(await edit.diagnostics(uri)) == ["HYB001"]
            edit.close(uri)
            await until(lambda: not edit.pushed[uri].diagnostics)
            edit.open("model.py", language="plaintext")
            edit.close(uri)
            edit.open("model.py")
            await until(lambda: codes(edit.pushed[uri].diagnostics) == ["HYB001"])
            (project / "model.py").unlink()
            event = lsp.FileEvent(uri, lsp.FileChangeType.Deleted)
            edit.client.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams([event]))
            edit.close(uri)
            await until(lambda: not edit.pushed[uri].diagnostics)

    asyncio.run(session())


def test_a_flood_of_edits_ends_with_the_latest_text(project):
    async def session():
        async with editor(project, change=pushing) as edit:
            uri = edit.open("model.py")
            await edit.diagnostics(uri)
            edit.pushes.clear()
            for number in range(400):
                edit.replace(uri, "import tensorflow", f"# {number}\nimport tensorflow")
                await asyncio.sleep(1 / 200)
            found = await edit.diagnostics(uri)
            assert [edit.text_at(uri, d.range) for d in found] == ["f"]
            versions = [push.version for push in edit.pushes]
            assert versions == sorted(versions)
            assert len(versions) < 100  # debounced

    asyncio.run(session())


def test_what_is_pushed_is_said_again_for_a_new_version(project):
    async def session():
        async with editor(project, "emacs") as edit:  # drops what is said about another version than its own
            uri = edit.open("model.py")
            first = await edit.diagnostics(uri)
            edit.replace(uri, CALL.format("f"), CALL.format("f") + "# typed\n")
            assert [(d.code, d.range) for d in await edit.diagnostics(uri)] == [
                (d.code, d.range) for d in first
            ]

    asyncio.run(session())


def test_syntax_errors_keep_what_was_known(project):
    async def session():
        async with editor(project) as edit:
            uri = edit.open("model.py")
            before = await edit.diagnostics(uri)
            edit.replace(uri, "\n\n\ndef f", "\n\nclass (:\n\ndef f")
            (found,) = await edit.diagnostics(uri)
            assert edit.text_at(uri, found.range) == "f"
            assert found.range.start.line == before[0].range.start.line + 1
            asked = lsp.HoverParams(lsp.TextDocumentIdentifier(uri), found.range.start)
            assert await edit.client.text_document_hover_async(asked) is not None
            # Nothing is edited on the strength of an older text.
            for action in await edit.actions(uri, found.range):
                with pytest.raises(JsonRpcException):
                    await edit.edit_of(action)
            edit.replace(uri, "class (:\n", "")
            assert codes(await edit.diagnostics(uri)) == ["HYB001"]
            assert edit.messages == []

    asyncio.run(session())


def test_settings_count_without_a_restart(project):
    extended = project / "base.toml"
    extended.write_text("ignore = []\n")
    (project / "pyproject.toml").write_text(EVERY_GAIN_HERE + 'extend = "base.toml"\n')

    async def session():
        async with editor(project, settings={"": {}}) as edit:
            uri = edit.open("model.py")
            assert codes(await edit.diagnostics(uri)) == ["HYB001"]
            await until(lambda: edit.registered)
            extended.write_text('ignore = ["HYB001"]\n')
            event = lsp.FileEvent(edit.uri("base.toml"), lsp.FileChangeType.Changed)
            edit.client.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams([event]))
            assert await edit.diagnostics(uri) == []
            extended.write_text("nonsense = 1\n")
            edit.client.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams([event]))
            await edit.diagnostics(uri)
            extended.write_text("ignore = []\n")
            edit.client.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams([event]))
            assert codes(await edit.diagnostics(uri)) == ["HYB001"]
            edit.settings[""] = {"ignore": ["HYB0"], "codeLens": "yes"}
            edit.refreshed.clear()
            edit.client.workspace_did_change_configuration(lsp.DidChangeConfigurationParams(None))
            await until(lambda: lsp.WORKSPACE_DIAGNOSTIC_REFRESH in edit.refreshed)
            assert await edit.diagnostics(uri) == []

    asyncio.run(session())


def test_lenses_and_hints_are_off_by_default(project):
    async def session():
        async with editor(project) as edit:
            document = lsp.TextDocumentIdentifier(edit.open("model.py"))
            lenses = await edit.client.text_document_code_lens_async(lsp.CodeLensParams(document))
            whole = lsp.Range(lsp.Position(0, 0), lsp.Position(99, 0))
            hints = await edit.client.text_document_inlay_hint_async(lsp.InlayHintParams(document, whole))
            assert not lenses
            assert not hints

    asyncio.run(session())


def test_excluded_and_suppressed_stay_so(project):
    (project / "pyproject.toml").write_text(EVERY_GAIN_HERE + 'extend-exclude = ["generated"]\n')
    (project / "generated").mkdir()
    (project / "generated" / "model.py").write_text(PROGRAM)
    (project / "quiet.py").write_text("# hybridize: ignore-file\n" + PROGRAM)

    async def session():
        async with editor(project) as edit:
            for name in ("generated/model.py", "quiet.py"):
                assert await edit.diagnostics(edit.open(name)) == []
            untitled = edit.open("untitled:Untitled-1", LARGE)
            assert codes(await edit.diagnostics(untitled)) == ["HYB001"]

    asyncio.run(session())


def test_files_that_come_and_go_while_analysed(project):
    (project / "caller.py").write_text("import tensorflow as tf\nfrom lib import g\n\ng(tf.ones([2]))\n")

    async def session():
        async with editor(project) as edit:
            uri = edit.open("lib.py", HEAD + EAGER.format("g"))  # nowhere on disk
            (found,) = await edit.diagnostics(uri)
            assert {place.location.uri for place in found.related_information} == {edit.uri("caller.py")}
            (project / "caller.py").unlink()
            edit.replace(uri, "import", "# typed\nimport")
            await edit.diagnostics(uri)
            event = lsp.FileEvent(edit.uri("caller.py"), lsp.FileChangeType.Deleted)
            edit.client.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams([event]))
            assert all(not place for d in await edit.diagnostics(uri) for place in d.related_information)
            (project / "caller.py").mkdir()
            (project / "dangling.py").symlink_to(project / "nowhere.py")
            edit.close(uri)
            assert codes(await edit.diagnostics(edit.open("model.py"))) == ["HYB001"]

    asyncio.run(session())


def test_a_file_that_was_asked_about_before_it_was_said_to_be_closed_is_forgotten(project):
    async def session():
        async with editor(project) as edit:
            uri = edit.open("model.py")
            assert await edit.diagnostics(uri)
            asked = lsp.WorkspaceDiagnosticParams(previous_result_ids=[])
            waiting = asyncio.ensure_future(edit.client.workspace_diagnostic_async(asked))
            edit.close(uri)
            report = await soon(waiting)
            assert [(item.uri, item.kind, list(item.items)) for item in report.items] == [(uri, "full", [])]

    asyncio.run(session())


def test_functions_are_listed_with_their_verdicts(project):
    async def session():
        async with editor(project) as edit:
            uri = edit.open("model.py")
            await edit.diagnostics(uri)
            (entry,) = await soon(edit.client.protocol.send_request_async("hybridize/functions", {}))
            assert entry["uri"] == uri
            assert "convert" in {function["verdict"] for function in entry["functions"]}

    asyncio.run(session())


def test_notifications_leave_nothing_behind():
    async def session():
        server, seen = Server("test", "1", protocol_cls=Protocol), []

        @server.feature("test/coroutine")
        async def coroutine(params):
            seen.append(params)

        @server.feature("test/generator")
        def generator(params):
            yield seen.append, (params,), {}

        for number, method in enumerate(["test/coroutine", "test/generator"] * 3):
            server.protocol._handle_notification(method, number)
        while len(seen) < 6:
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert server.protocol._request_futures == {}

    asyncio.run(session())


LOOP = """\
import tensorflow as tf

w = tf.Variable([[0.5], [-0.5]])
x = tf.reshape(tf.range(12.0), [6, 2])
for step in range(90_000):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(tf.matmul(x, w)))
    w.assign_sub(0.1 * tape.gradient(loss, w))
    if step % 100 == 0:
        print(step, float(loss))
"""


def test_the_step_of_a_loop_at_the_top_level_is_moved_when_that_is_chosen(project):
    async def session():
        async with editor(project) as edit:
            uri = edit.open("train.py", LOOP)
            assert await edit.diagnostics(uri) == []
            assert await edit.actions(uri, edit.place(uri, "tf.reshape"), "refactor.rewrite") == []
            (action,) = await edit.actions(uri, edit.place(uri, "tape.gradient"), "refactor.rewrite")
            assert action.title == "Look for a repair of the training loop"
            assert await edit.choose(action) == {"applied": True, "reason": None}
            assert "@tf.function\ndef train_step():\n    with tf.GradientTape()" in edit.texts[uri]
            assert "    loss = train_step()\n    if step" in edit.texts[uri]

    asyncio.run(session())
