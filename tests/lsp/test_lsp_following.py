"""What is kept from edit to edit: answers, and what the client is told, are those of a server that has just begun."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest
from hybridize_lsp.configuration import EditorSettings
from hybridize_lsp.deltas import Passed
from hybridize_lsp.diagnostics import NOTHING_TOLD, diagnostics
from hybridize_lsp.documents import Part, Unit, uri_of
from hybridize_lsp.facts import FileFacts
from hybridize_lsp.jobs import Buffer, Job, Root
from hybridize_lsp.lines import split_lines
from hybridize_lsp.reporting import Trees, answer
from hybridize_lsp.state import Known
from hybridize_lsp.views import View
from hybridize_lsp.worker import frame
from lsp_editor import editor
from lsp_programs import EVERY_GAIN_HERE
from lsprotocol import types as lsp

STEP = """def step_{0}(x):
    hidden = tf.nn.relu(x) + tf.exp(x) * tf.tanh(x)
    hidden = tf.nn.relu(hidden) * tf.tanh(hidden) + tf.exp(hidden) + 1.0
    return tf.exp(hidden) * tf.nn.relu(hidden) - tf.tanh(hidden) / 2.0


for _ in range(9): step_{0}(tf.ones([2]))

"""
TEXT = "import tensorflow as tf\n\n\n" + "".join(STEP.format(number) for number in range(12))
TYPED = (
    "\n",
    "    print(x)\n",
    "    x = tf.exp(x)\n",
    "    y = '𝒻'; x = x + 1.0\n",
    "    (",
    "# é𝒻\n",
    "    return x\n",
)


def edits(text: str, seed: int, count: int) -> list[str]:
    """Texts as they come about when lines are typed, replaced and taken back."""
    chance, texts = random.Random(seed), [text]
    for _ in range(count):
        lines = list(split_lines(texts[-1]))
        at = chance.randrange(3, len(lines))
        if chance.random() < 0.3 and len(texts) > 1:
            texts.append(texts[-2])
            continue
        lines[at : at + chance.randrange(2)] = [chance.choice(TYPED)]
        texts.append("".join(lines))
    return texts


@pytest.mark.parametrize("seed", range(4))
def test_what_is_kept_between_edits_changes_nothing(tmp_path: Path, seed: int) -> None:
    path, trees, ends = tmp_path / "long.py", Trees(), (Passed(), Passed())
    path.write_text(TEXT, encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text(EVERY_GAIN_HERE)
    known: Known | None = None
    told, most = NOTHING_TOLD, 0
    for number, text in enumerate(edits(TEXT, seed, 25), 1):
        buffers = (Buffer(str(path), text),)
        job = Job(number, Root(str(tmp_path)), buffers, EditorSettings().wishes(), look=number == 1)
        found = answer(job, trees, lambda: None)
        sent = ends[0].changes(found)
        assert len(frame(sent)) < len(frame(found)) + 200
        received = ends[1].answer(sent)
        assert received == found
        if facts := received.files.get(str(path)):
            known = Known(Root(str(tmp_path)), text, facts)
        assert known is not None
        view = seen(path, text, known.seen_from(text), number)
        told = diagnostics(view, related=True, before=told)
        most = max(most, len(told.shown))
        fresh = diagnostics(view, related=True)
        assert told.of(uri_of(path)) == fresh.of(uri_of(path))
        assert told.digest(uri_of(path)) == fresh.digest(uri_of(path))
    assert most > 6


def seen(path: Path, text: str, facts: FileFacts, version: int) -> View:
    part = Part(uri_of(path), version, 0, max(1, len(split_lines(text))))
    return View(Unit(str(path), text, (part,)), facts, "utf-16")


def test_an_edit_sends_and_tells_anew_what_it_touches(tmp_path: Path) -> None:
    path, trees, ends = tmp_path / "long.py", Trees(), (Passed(), Passed())
    path.write_text(TEXT, encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text(EVERY_GAIN_HERE)
    told, sizes = [], []
    for number, text in enumerate(
        (TEXT, TEXT, TEXT.replace("step_7(tf.ones([2]))", "step_7(tf.ones([3]))")), 1
    ):
        buffers = (Buffer(str(path), text),)
        job = Job(number, Root(str(tmp_path)), buffers, EditorSettings().wishes(), look=number == 1)
        sent = ends[0].changes(answer(job, trees, lambda: None))
        sizes.append(len(frame(sent)))
        facts = ends[1].answer(sent).files[str(path)]
        view = seen(path, text, facts, number)
        told.append(diagnostics(view, related=True, before=told[-1] if told else NOTHING_TOLD))
    assert len(told[0].shown) == 12
    assert sizes[1] < sizes[0] / 3
    same = [old is new for old, new in zip(told[1].shown, told[2].shown, strict=True)]
    assert same == [number != 7 for number in range(12)]


def test_diagnostics_that_the_client_still_has_are_not_sent_again(tmp_path: Path) -> None:
    (tmp_path / "model.py").write_text(TEXT, encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text(EVERY_GAIN_HERE)

    async def session() -> None:
        async with editor(tmp_path, "visual_studio_code") as edit:
            uri = edit.open("model.py")
            document = lsp.TextDocumentIdentifier(uri)
            ask = edit.client.text_document_diagnostic_async
            first = await ask(lsp.DocumentDiagnosticParams(document))
            assert len(first.items) == 12
            edit.replace(uri, "import tensorflow as tf", "import tensorflow as tf  # typed")
            again = await ask(lsp.DocumentDiagnosticParams(document, previous_result_id=first.result_id))
            assert isinstance(again, lsp.RelatedUnchangedDocumentDiagnosticReport)
            edit.replace(uri, "import tensorflow as tf", "\nimport tensorflow as tf")
            moved = await ask(lsp.DocumentDiagnosticParams(document, previous_result_id=first.result_id))
            lines = [[item.range.start.line for item in report.items] for report in (first, moved)]
            assert lines[1] == [line + 1 for line in lines[0]]

    asyncio.run(session())
