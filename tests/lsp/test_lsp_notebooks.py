"""Notebooks: one program in several documents."""

from __future__ import annotations

import asyncio

from lsp_editor import Editor, editor
from lsprotocol import types as lsp

CELLS = [
    ("markdown", "# Title"),
    ("python", "%matplotlib inline\nimport tensorflow as tf"),
    ("python", ""),
    ("python", "%%bash\nls"),
    ("python", "def f(x):\n    '😀'; return tf.exp(x) * tf.nn.relu(x) + 1.0"),
    ("python", "f(tf.ones([2]))\n!ls"),
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


def test_findings_and_edits_are_in_their_cells(tmp_path):
    (tmp_path / "pyproject.toml").touch()

    async def session():
        async with editor(tmp_path) as edit:
            uris = open_notebook(edit)
            found = [await edit.diagnostics(uri) for uri in uris]
            assert [len(items) for items in found] == [0, 0, 0, 0, 1, 0]
            (item,) = found[4]
            assert edit.text_at(uris[4], item.range) == "f"
            assert [place.location.uri for place in item.related_information] == [uris[5]]
            action, *_ = await edit.actions(uris[4], item.range, "quickfix")
            made = await edit.edit_of(action)
            (change,) = made.document_changes
            assert change.text_document.uri == uris[4]
            assert edit.edited(CELLS[4][1], list(change.edits)) == "@tf.function\n" + CELLS[4][1]
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
