"""Every feature as each editor uses it: its position encoding, its way to get diagnostics, its kind of edits."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from typing import Any

import pytest
from lsp_editor import ENCODINGS, PARTS, Editor, editor, soon
from lsp_programs import EVERY_GAIN_HERE, LARGE
from lsp_programs import PROGRAM as SMALL
from lsprotocol import types as lsp

# The names that matter hold characters of two UTF-16 units and four bytes; Python reads 𝒻𝓊𝓃 as `fun`.
PROGRAM = """import tensorflow as tf


class A:
    def 𝒻𝓊𝓃(self, 𝓍𝓎): return tf.exp(𝓍𝓎) * tf.nn.relu(𝓍𝓎) + 1.0


def loud(x):
    "😀"; print("😀", x); return tf.exp(x) * 2.0


model = A()
model.𝒻𝓊𝓃(tf.ones([2]))
loud(tf.ones([2]))
"""
CONVERTED = PROGRAM.replace("    def 𝒻𝓊𝓃", "    @tf.function\n    def 𝒻𝓊𝓃")
BODY = "return tf.exp(𝓍𝓎)"
WAYS = [
    pytest.param(
        name, newline, id=f"{name}-{kind}", marks=[pytest.mark.slow] * (kind == "crlf" and name != "neovim")
    )
    for name in ENCODINGS
    for newline, kind in (("\n", "lf"), ("\r\n", "crlf"))
]
"""Line endings and editors have little to do with each other: one editor stands for all where others take a night."""
SETTINGS = {"": {"codeLens": True, "inlayHints": True}}


@pytest.mark.parametrize(("name", "newline"), WAYS)
def test_every_feature(tmp_path, name, newline):
    text = PROGRAM.replace("\n", newline)
    (tmp_path / "pyproject.toml").write_text(EVERY_GAIN_HERE)
    (tmp_path / "model.py").write_bytes(text.encode())

    async def session():
        async with editor(tmp_path, name, settings=SETTINGS, options=SETTINGS[""]) as edit:
            assert edit.encoding == ENCODINGS[name]
            uri = edit.open("model.py")
            await _squiggle(edit, uri)
            await _hover(edit, uri)
            await _lens_and_hints(edit, uri)
            await _kinds(edit, uri)
            await _bulb(edit, uri)
            await _suppress(edit, uri, text, newline)
            await _convert(edit, uri, newline)
            await _repair(edit, uri, newline)
            assert (tmp_path / "model.py").read_bytes() == text.encode()
            assert edit.messages == []

    asyncio.run(session())


async def _squiggle(edit: Editor, uri: str) -> None:
    (found,) = await edit.diagnostics(uri)
    assert (found.code, found.source, edit.text_at(uri, found.range)) == ("HYB001", "hybridize", "𝒻𝓊𝓃")
    publish = edit.capabilities.text_document.publish_diagnostics
    if publish is not None and publish.related_information:
        (place,) = found.related_information
        assert edit.text_at(uri, place.location.range) == "model.𝒻𝓊𝓃(tf.ones([2]))"
    else:
        assert "receives a tensor here (model.py:13)" in found.message


async def _hover(edit: Editor, uri: str) -> None:
    for word, there in (("𝒻𝓊𝓃", True), (BODY, False)):
        asked = lsp.HoverParams(lsp.TextDocumentIdentifier(uri), edit.place(uri, word).end)
        found = await edit.client.text_document_hover_async(asked)
        assert (found is not None) == there
        if found is not None:
            text = found.contents.value
            assert "A.fun" in text
            assert "runs eagerly · can be a graph · gain low · 1 trace" in text
            assert "float32 [2]" in text or "float32[2]" in text
            assert edit.text_at(uri, found.range) == "𝒻𝓊𝓃"


async def _lens_and_hints(edit: Editor, uri: str) -> None:
    document = lsp.TextDocumentIdentifier(uri)
    lenses = await edit.client.text_document_code_lens_async(lsp.CodeLensParams(document))
    assert [lens.command.title for lens in lenses] == [
        "runs eagerly · can be a graph · gain low · 1 trace",
        "runs eagerly · stays as it is",
    ]
    whole = lsp.Range(lsp.Position(0, 0), lsp.Position(99, 0))
    hints = await edit.client.text_document_inlay_hint_async(lsp.InlayHintParams(document, whole))
    assert [hint.label for hint in hints] == ["float32[2]", "float32[2]"]
    line = edit.texts[uri].splitlines()[4]
    behind = lsp.Range(lsp.Position(4, 0), hints[0].position)
    assert edit.text_at(uri, behind) == line[: line.index("𝓍𝓎") + 2]


async def _kinds(edit: Editor, uri: str) -> None:
    """Each kind is offered where it belongs, and its edit is the same."""
    lazy, edits = _lazy(edit), []
    for kind, word in (
        ("quickfix", "𝒻𝓊𝓃"),
        ("refactor", BODY),
        ("refactor.rewrite.hybridize", BODY),
        ("source.fixAll", BODY),
        ("source.fixAll.hybridize", "import"),
    ):
        action, *_ = await edit.actions(uri, edit.place(uri, word), kind)
        assert action.kind.startswith(kind)
        assert (action.edit is None) == lazy
        edits.append(await edit.edit_of(action))
    assert all(made == edits[0] for made in edits)
    assert await edit.actions(uri, edit.place(uri, "import"), "quickfix") == []
    assert await edit.actions(uri, edit.place(uri, BODY), "source.organizeImports") == []
    versioned = edit.capabilities.workspace.workspace_edit.document_changes
    assert (edits[0].document_changes is not None) == bool(versioned)


def _lazy(edit: Editor) -> bool:
    """Whether this editor asks for the edit of an action when that is chosen."""
    resolve = edit.capabilities.text_document.code_action.resolve_support
    return resolve is not None and "edit" in resolve.properties


async def _bulb(edit: Editor, uri: str) -> None:
    """Whoever asks for no kind gets every edit once."""
    on_the_name = [(a.title[:7], a.kind) for a in await edit.actions(uri, edit.place(uri, "𝒻𝓊𝓃"))]
    fix_all = ("Make al", "source.fixAll.hybridize")
    assert on_the_name == [("Convert", "quickfix"), ("Suppres", "quickfix"), fix_all]
    in_the_body = [(a.title[:7], a.kind) for a in await edit.actions(uri, edit.place(uri, BODY))]
    assert in_the_body == [("Convert", "refactor.rewrite.hybridize"), fix_all]


async def _suppress(edit: Editor, uri: str, text: str, newline: str) -> None:
    actions = await edit.actions(uri, edit.place(uri, "𝒻𝓊𝓃"), "quickfix")
    (action,) = [a for a in actions if a.title.startswith("Suppress `eager-function`")]
    edit.apply(await edit.edit_of(action))
    assert f"+ 1.0  # hybridize: ignore[eager-function]{newline}" in edit.texts[uri]
    assert await edit.diagnostics(uri) == []
    assert await edit.actions(uri, edit.place(uri, "𝒻𝓊𝓃"), "source.fixAll") == []
    edit.replace(uri, "  # hybridize: ignore[eager-function]", "")
    assert edit.texts[uri] == text


async def _convert(edit: Editor, uri: str, newline: str) -> None:
    (found,) = await edit.diagnostics(uri)
    (action, *_) = await edit.actions(uri, found.range, "quickfix", diagnostics=[found])
    assert (action.kind, action.is_preferred) == (lsp.CodeActionKind.QuickFix, True)
    assert action.title == "Convert `A.fun` to a graph"
    assert action.diagnostics[0].message.startswith("`A.fun` runs eagerly")
    edit.apply(await edit.edit_of(action))
    assert edit.texts[uri] == CONVERTED.replace("\n", newline)
    assert await edit.diagnostics(uri) == []


async def _repair(edit: Editor, uri: str, newline: str) -> None:
    """What changes the program is confirmed; where an editor cannot ask, it is not offered or not made."""
    text = edit.texts[uri]
    support = edit.capabilities.workspace.workspace_edit.change_annotation_support
    (action,) = await edit.actions(uri, edit.place(uri, "print"), "refactor.rewrite")
    told = await edit.choose(action)
    if support is None:
        assert "cannot ask about that" in told["reason"]
        assert edit.texts[uri] == text
        return
    assert told == {"applied": True, "reason": None}
    made = edit.applied[-1].edit
    assert [note.needs_confirmation for note in made.change_annotations.values()] == [True]
    assert (
        f'    "😀"; tf.print("😀", x, output_stream=sys.stdout); return tf.exp(x) * 2.0{newline}'
        in edit.texts[uri]
    )
    assert "\n" not in edit.texts[uri].replace(newline, "")
    edit.replace(uri, edit.texts[uri], text)


@pytest.mark.parametrize(("name", "newline"), WAYS)
def test_every_command(tmp_path, name, newline):
    text, after = PROGRAM.replace("\n", newline), CONVERTED.replace("\n", newline)
    (tmp_path / "pyproject.toml").write_text(EVERY_GAIN_HERE)
    for file in ("model.py", "closed.py"):
        (tmp_path / file).write_bytes(text.encode())

    async def session():
        async with editor(tmp_path, name) as edit:
            uri = edit.open("model.py")
            (listed,) = await _run(edit, "showReport")
            line = {function["name"]: function["range"]["start"]["line"] for function in listed["functions"]}
            for command, *arguments in (
                ("convertFunction", uri, "A.fun", line["A.fun"] + 1),
                ("convertFile", uri),
            ):
                assert await _run(edit, command, *arguments) is True
                assert edit.texts[uri] == after
                edit.replace(uri, after, text)
            counts = await _run(edit, "analyzeWorkspace")
            assert (counts["files"], counts["convertible"], counts["safe"]) == (2, 2, 2)
            assert {entry["uri"] for entry in await _run(edit, "showReport")} == {uri, edit.uri("closed.py")}
            edit.accept = False
            refused = {
                "found": 2,
                "files": 2,
                "applied": 0,
            }  # an editor may refuse; there was something to do
            assert await _run(edit, "convertWorkspace") == refused
            assert edit.texts[uri] == text
            await _run(edit, "restartAnalysis")
            (found,) = await edit.diagnostics(uri)
            assert edit.text_at(uri, found.range) == "𝒻𝓊𝓃"
            assert edit.messages == []

    asyncio.run(session())


async def _run(edit: Editor, command: str, *arguments: object) -> Any:
    asked = lsp.ExecuteCommandParams(f"hybridize.{command}", list(arguments))
    return await soon(edit.client.workspace_execute_command_async(asked))


def test_numbers_are_those_of_the_command_line(tmp_path):
    """One safe edit, one on an assumption, one that gains little, one in a test, one that was turned down."""
    texts = {
        "model.py": LARGE,
        "drawn.py": LARGE.replace("tf.exp(x)", "tf.random.normal([2])"),
        "small.py": SMALL,
        "test_model.py": LARGE,
        "quiet.py": LARGE.replace("def f(x):", "def f(x):  # hybridize: ignore[HYB001]"),
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "pyproject.toml").touch()
    checked = [sys.executable, "-m", "hybridize_cli", "check", "--all", "--format", "json", "."]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(PARTS)}
    done = subprocess.run(checked, cwd=tmp_path, env=environment, capture_output=True, check=False)
    told = json.loads(done.stdout)
    kinds = [finding["applicability"] for finding in told["findings"]]
    assert sorted(kinds) == ["safe", "unsafe"]

    async def session():
        async with editor(tmp_path, "visual_studio_code") as edit:
            edit.open("model.py")
            counts = await _run(edit, "analyzeWorkspace")
            assert counts["findings"] == len(kinds)
            assert (counts["convertible"], counts["safe"]) == (len(kinds), kinds.count("safe"))
            assert counts["functions"] == len(told["functions"])
            made = await _run(edit, "convertWorkspace")
            assert made == {"found": 1, "files": 1, "applied": 1}

    asyncio.run(session())
