"""What is analysed as one text: an open file, or the Python cells of a notebook, one below the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from urllib.parse import quote, unquote

from hybridize_analyzer.workspace.notebooks import cell_text
from hybridize_analyzer.workspace.paths import absolute
from lsprotocol.types import NotebookCellKind, NotebookDocument
from pygls.uris import from_fs_path, to_fs_path
from pygls.workspace import TextDocument, Workspace

from hybridize_lsp.jobs import Root
from hybridize_lsp.lines import split_lines

_NOWHERE = "/untitled"


@dataclass(frozen=True, slots=True)
class Part:
    """One document of the client.  first: the line (from 0) of the whole text that it starts in; count: its lines."""

    uri: str
    version: int | None
    first: int
    count: int


@dataclass(frozen=True, slots=True)
class Unit:
    """One text.  path: absolute; made up for what was never saved."""

    path: str
    text: str
    parts: tuple[Part, ...]
    notebook: str | None = None

    def part(self, uri: str) -> Part | None:
        """The part that a document of the client is."""
        return next((part for part in self.parts if part.uri == uri), None)

    def part_at(self, line: int) -> Part | None:
        """The part that holds a line (from 1); the last one also holds what is behind the text."""
        held = (p for p in self.parts if p.first < line <= p.first + p.count)
        return next(held, self.parts[-1] if self.parts else None)


def unit_of(workspace: Workspace, uri: str) -> Unit | None:
    """The text that an open document belongs to; None for what is not Python."""
    notebook = workspace.get_notebook_document(cell_uri=uri)
    if notebook is not None:
        return _notebook(workspace, notebook)
    document = workspace.text_documents.get(unquote(uri))
    return _document(document) if document is not None and _is_python(document) else None


def open_units(workspace: Workspace) -> Iterator[Unit]:
    """Every open Python file and notebook."""
    cells = {cell.document for notebook in workspace.notebook_documents.values() for cell in notebook.cells}
    for document in workspace.text_documents.values():
        if document.uri not in cells and _is_python(document):
            yield _document(document)
    for notebook in workspace.notebook_documents.values():
        yield _notebook(workspace, notebook)


def path_of(uri: str) -> str:
    """The absolute path of a document; one that no file can have if it was never saved."""
    path: str | None = to_fs_path(uri) if uri.startswith("file:") else None
    return _NOWHERE + "/" + quote(uri, safe="") + ".py" if path is None else str(absolute(path))


def uri_of(path: str | Path) -> str:
    """The address of a file."""
    uri: str | None = from_fs_path(str(path))
    assert uri is not None
    return uri


def root_of(path: str, folders: Sequence[str]) -> Root:
    """The innermost workspace folder that holds a path; else the project around it."""
    if path.startswith(f"{_NOWHERE}/"):
        return Root(_NOWHERE, lone=path.removeprefix(f"{_NOWHERE}/"))
    around = [folder for folder in folders if Path(path).is_relative_to(folder)]
    return Root(max(around, key=len)) if around else Root(str(Path(path).parent), lone=path)


def _is_python(document: TextDocument) -> bool:
    if document.language_id:
        return document.language_id == "python"
    return document.uri.endswith(".py")


def _document(document: TextDocument) -> Unit:
    return _one_document(document.uri, document.version, document.source)


@lru_cache(maxsize=8192)  # thousands of files may be open, and every look at one asks for all
def _one_document(uri: str, version: int | None, text: str) -> Unit:
    part = Part(uri, version, 0, max(1, len(split_lines(text))))
    return Unit(path_of(uri), text, (part,))


def _notebook(workspace: Workspace, notebook: NotebookDocument) -> Unit:
    parts, texts, first = [], [], 0
    for cell in notebook.cells:
        document = workspace.text_documents.get(unquote(cell.document))
        if cell.kind != NotebookCellKind.Code or document is None or document.language_id != "python":
            continue
        text = cell_text(document.source)
        count = len(split_lines(text))
        parts.append(Part(document.uri, document.version, first, count))
        texts.append(text)
        first += count
    return Unit(path_of(notebook.uri), "".join(texts), tuple(parts), notebook.uri)
