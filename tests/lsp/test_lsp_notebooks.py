"""Notebooks: one program in several documents."""

from __future__ import annotations

import asyncio
import json

import pytest
from hybridize_lsp.jobs import Buffer, Job, Root, Wishes
from hybridize_lsp.reporting import answer
from lsp_editor import ENCODINGS, Editor, editor
from lsp_programs import EAGER, EVERY_GAIN_HERE, HEAD
from lsprotocol import types as lsp

CELLS = [
    ("markdown", "# Title"),
    ("python", "%matplotlib inline\nimport tensorflow as tf"),
    ("python", ""),
    ("python", "%%bash\nls"),
    ("python", "def 𝒻𝓊𝓃(x):\n    '😀'; return tf.exp(x) * tf.nn.relu(x) + 1.0"),
    ("python", "'😀'; 𝒻𝓊𝓃(tf.ones([2]))\n!ls"),
]


def open_notebook(edit: Editor) -> list[str]:
    """Opens a notebook of `CELLS`; the addresses of its cells."""
    uris = [f"vscode-notebook-cell:{edit.folder}/book.ipynb#{number}" for number in range(len(CELLS))]
    cells, documents = [], []
    for uri, (language, text) in zip(uris, CELLS, strict=True):
        kind = lsp.NotebookCellKind.Markup if language == "markdown" else lsp.NotebookCellKind.Code
        cells.append(lsp.NotebookCell(kind, uri))
        documents.append(lsp.TextDocumentItem(uri, language, 1, text))
        edit.texts[uri], edit.versions[uri] = text, 1
    notebook = lsp.NotebookDocument(edit.uri("book.ipynb"), "jupyter-notebook", 1, cells)
    edit.client.notebook_document_did_open(lsp.DidOpenNotebookDocumentParams(notebook, documents))
    return uris


@pytest.mark.parametrize("name", ENCODINGS)
def test_findings_and_edits_are_in_their_cells(tmp_path, name):
    (tmp_path / "pyproject.toml").write_text(EVERY_GAIN_HERE)

    async def session():
        async with editor(tmp_path, name) as edit:
            uris = open_notebook(edit)
            (item,) = await edit.diagnostics(uris[4])
            assert edit.text_at(uris[4], item.range) == "𝒻𝓊𝓃"
            if item.related_information is not None:
                (place,) = item.related_information
                assert place.location.uri == uris[5]
                assert edit.text_at(uris[5], place.location.range) == "𝒻𝓊𝓃(tf.ones([2]))"
            action, *_ = await edit.actions(uris[4], item.range, "quickfix")
            edit.apply(await edit.edit_of(action))
            assert [edit.texts[uri] for uri in uris] == [
                ("@tf.function\n" if uri == uris[4] else "") + text
                for uri, (_, text) in zip(uris, CELLS, strict=True)
            ]
            others = [uri for uri in uris if uri != uris[4]]
            if edit.pulls:
                assert [await edit.diagnostics(uri) for uri in others] == [[]] * 5
            assert not any(push.diagnostics for push in edit.pushes if push.uri != uris[4])

    asyncio.run(session())


def test_a_cell_that_goes_takes_its_findings_along(tmp_path):
    (tmp_path / "pyproject.toml").write_text(EVERY_GAIN_HERE)

    async def session():
        async with editor(tmp_path) as edit:
            uris = open_notebook(edit)
            assert await edit.diagnostics(uris[4])
            change = lsp.NotebookDocumentCellChanges(
                structure=lsp.NotebookDocumentCellChangeStructure(
                    array=lsp.NotebookCellArrayChange(4, 1, []),
                    did_close=[lsp.TextDocumentIdentifier(uris[4])],
                )
            )
            document = lsp.VersionedNotebookDocumentIdentifier(2, edit.uri("book.ipynb"))
            edit.client.notebook_document_did_change(
                lsp.DidChangeNotebookDocumentParams(document, lsp.NotebookDocumentChangeEvent(cells=change))
            )
            assert [await edit.diagnostics(uri) for uri in uris[:4]] == [[]] * 4

    asyncio.run(session())


def test_notebooks_that_are_not_open_show_calls_and_have_no_findings(tmp_path):
    cells = [{"cell_type": "code", "source": "import tensorflow as tf\nfrom model import f\nf(tf.ones([2]))"}]
    (tmp_path / "book.ipynb").write_text(json.dumps({"cells": cells, "nbformat": 4}))
    (tmp_path / "r.ipynb").write_text(
        json.dumps({"cells": [], "metadata": {"kernelspec": {"language": "R"}}})
    )
    model = tmp_path / "model.py"
    model.write_text(HEAD + EAGER.format("f"))
    buffers = (Buffer(str(model), model.read_text()),)
    for everything in (True, False):
        job = Job(1, Root(str(tmp_path)), buffers, Wishes(everything=everything), look=True)
        found = answer(job, {}, lambda: None)
        assert list(found.files) == [str(model)]
        (function,) = found.files[str(model)].functions
        assert (function.called, function.verdict, function.safe) == (True, "convert", True)
