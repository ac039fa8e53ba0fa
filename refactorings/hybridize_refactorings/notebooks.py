"""Edits of notebooks: what was changed in the program goes back into its cells, and nothing else of the file changes."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

from hybridize_analyzer.workspace.notebooks import Notebook, source_of

from hybridize_refactorings.edits import FileEdit, WithheldEdit
from hybridize_refactorings.line_changes import replacements

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z")
_INDENTS = (1, 2, 4, "\t", None)


def in_notebook(edit: FileEdit, notebook: Notebook) -> FileEdit:
    """An edit of the program of a notebook as one of its file.

    Outputs, metadata and the form of the JSON stay as they are.  Where that cannot be, every change is withheld.
    """
    raw = notebook.raw.decode("utf-8-sig" if notebook.raw.startswith(b"\xef\xbb\xbf") else "utf-8")
    same = replace(edit, before=raw, after=raw, encoding="utf-8", raw=notebook.raw)
    if edit.before == edit.after:
        return same
    content = json.loads(raw)
    written = _form(raw, content)
    if written is None or raw.encode() != notebook.raw:
        return _withheld(
            same, "the notebook is not written as Jupyter writes it; open it there, save it, and run again"
        )
    changed = _changed(edit, notebook)
    if changed is None:
        return _withheld(same, "the edit reaches over a line that only IPython reads")
    for number, source in changed:
        cell = content["cells"][number - 1]
        if source_of(cell).startswith("%%") and not source.startswith("%%"):
            return _withheld(
                same, f"the first line of cell {number} has to stay the first: it is a magic of the cell"
            )
        cell["source"] = _LINE.findall(source) if isinstance(cell.get("source"), list) else source
    return replace(same, after=written(content))


def _changed(edit: FileEdit, notebook: Notebook) -> list[tuple[int, str]] | None:
    """Number and new text of every cell that changes; None where what is replaced is not what stands in the cell."""
    lines = {cell.number: _LINE.findall(cell.source) for cell in notebook.cells}
    program = _LINE.findall(edit.before)
    changes = list(replacements(program, _LINE.findall(edit.after)))
    touched = []
    for start, end, text in reversed(changes):
        cell = notebook.cell_at(start + 1)
        assert cell is not None, "a notebook with an edit has a cell"
        own = lines[cell.number]
        first, last = start - cell.first, end - cell.first
        if [line.rstrip("\r\n") for line in own[first:last]] != [
            line.rstrip("\r\n") for line in program[start:end]
        ]:
            return None
        if last >= len(own) and not (own and own[-1].endswith("\n")):
            text = text.removesuffix("\n")  # the last line of a cell has no end
        if first >= len(own) and own and not own[-1].endswith("\n"):
            text = "\n" + text
        own[first:last] = [text]
        touched.append(cell.number)
    return [(number, "".join(lines[number])) for number in dict.fromkeys(touched)]


def _form(raw: str, content: Any) -> Any:
    """What writes the content exactly as the file has it; None where nothing known does."""
    end = "\n" if raw.endswith("\n") else ""
    for indent in _INDENTS:
        for ascii_only in (False, True):

            def write(value: Any, indent: Any = indent, ascii_only: bool = ascii_only) -> str:
                return json.dumps(value, indent=indent, ensure_ascii=ascii_only) + end

            if write(content) == raw:
                return write
    return None


def _withheld(edit: FileEdit, reason: str) -> FileEdit:
    left = tuple(WithheldEdit(change.qualname, change.line, reason) for change in edit.applied)
    return replace(edit, applied=(), withheld=(*edit.withheld, *left))
