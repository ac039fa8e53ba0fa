"""Cells of notebooks as Python: what only IPython reads is blanked out, line by line and in place."""

from __future__ import annotations

import re

from hybridize_lsp.lines import split_lines

_CELL_MAGIC = re.compile(r"\s*%%(\w+)")
_PYTHON_MAGICS = frozenset({"time", "timeit", "capture", "prun", "memit", "python3", "python"})
_LINE_MAGIC = re.compile(r"([ \t]*)(?:[%!?].*|[\w.\[\]'\"]+\?{1,2}\s*)")
_ASSIGNED = re.compile(r"([ \t]*[\w.,\s]+=[ \t]*)[!%].*")


def cell_text(source: str) -> str:
    """The cell with a line end behind every line, and as many lines and columns as before up to what is blanked.

    A magic becomes `pass`, an assigned one `None`; a cell in another language becomes comments.
    """
    lines = split_lines(source) or ("",)
    magic = _CELL_MAGIC.match(lines[0])
    if magic and magic[1] not in _PYTHON_MAGICS:
        return "".join(_ended("#" + line[1:] if line.strip() else line) for line in lines)
    return "".join(_ended(_python(line)) for line in lines)


def _python(line: str) -> str:
    content = line.rstrip("\r\n")
    end = line[len(content) :]
    if magic := _LINE_MAGIC.fullmatch(content):
        return f"{magic[1]}pass{end}"
    if assigned := _ASSIGNED.fullmatch(content):
        return f"{assigned[1]}None{end}"
    return line


def _ended(line: str) -> str:
    return line if line.endswith(("\n", "\r")) else line + "\n"
