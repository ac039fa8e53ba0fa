"""Notebooks as programs: their code cells, one below the other, without what only IPython reads.

What is blanked out keeps its place, so that a line of the program is a line of a cell.  A cell that is no Python, and that
has not been run, is blanked out: IPython would say so, and execute nothing of it.
"""

from __future__ import annotations

import ast
import json
import re
import warnings
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

SUFFIX = ".ipynb"
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z")
_CELL_MAGIC = re.compile(r"\s*%%(\w+)")
_PYTHON_MAGICS = frozenset({"time", "timeit", "capture", "prun", "memit", "python3", "python"})
_LINE_MAGIC = re.compile(r"([ \t]*)(?:[%!?].*|[\w.\[\]'\"]+\?{1,2}\s*)")
_ASSIGNED = re.compile(r"([\w.,\s]+=[ \t]*)[!%].*")
_UNMARKED = re.compile(
    r"[ \t]*(?:pip|conda|mamba|cd|ls|ll|mkdir|rm|cp|mv|cat|run|load_ext|matplotlib|env|time)[ \t]+\S.*"
)
"""A magic that IPython knows without a mark, where it is the only line of a cell and no Python."""
_OF_PYTHON_2 = re.compile(r"^[ \t]*(?:print|exec)[ \t]+[^\s(=]", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Cell:
    """One code cell.

    number: among all cells, from 1.  source: as it is written.  text: what the program has of it, line by line.
    first: the line of the program (from 0) that it starts in.
    """

    number: int
    source: str
    text: str
    first: int


@dataclass(frozen=True, slots=True)
class Notebook:
    """The code of a notebook.  raw: the bytes of the file."""

    cells: tuple[Cell, ...]
    raw: bytes

    @property
    def text(self) -> str:
        """The program."""
        return "".join(cell.text for cell in self.cells)

    def place(self, line: int) -> tuple[int, int]:
        """Number of the cell that holds a line of the program, and the line in it, all from 1."""
        cell = self.cell_at(line)
        return (cell.number, line - cell.first) if cell is not None else (1, line)

    def cell_at(self, line: int) -> Cell | None:
        """The cell that holds a line of the program (from 1); the last also holds what is behind the text."""
        return next((cell for cell in reversed(self.cells) if cell.first < line), None)


@dataclass(frozen=True, slots=True)
class NoCode:
    """Why a notebook has no code, as a clause.  foreign: it is one of another language, in which nothing is wrong."""

    reason: str
    foreign: bool = False


def read_notebook(raw: bytes) -> Notebook | NoCode:
    """The code of a notebook file, or why there is none."""
    try:
        content = json.loads(raw)
    except (ValueError, RecursionError) as error:
        return NoCode(f"is no JSON ({error})")
    cells = content.get("cells") if isinstance(content, dict) else None
    if not isinstance(cells, list):
        return NoCode("has no list of cells, as notebooks of format 4 have")
    metadata = content.get("metadata")
    kernel = (metadata.get("kernelspec") if isinstance(metadata, dict) else None) or {}
    language = kernel.get("language") if isinstance(kernel, dict) else None
    if language not in (None, "python"):
        return NoCode(f"is a notebook of {language}", foreign=True)
    found = [(number, cell) for number, cell in enumerate(cells, 1) if _is_code(cell)]
    texts = [_text_of(cell) for _, cell in found]
    starts = accumulate((len(_LINE.findall(text)) for text in texts), initial=0)
    made = (
        Cell(n, source_of(cell), text, first)
        for (n, cell), text, first in zip(found, texts, starts, strict=False)
    )
    return Notebook(tuple(made), raw)


def source_of(cell: dict[str, Any]) -> str:
    """The text of a cell, which is stored as one string or as a list of lines."""
    source = cell.get("source", "")
    return "".join(map(str, source)) if isinstance(source, list) else str(source)


def _is_code(cell: object) -> bool:
    return isinstance(cell, dict) and cell.get("cell_type") == "code"


def _text_of(cell: dict[str, Any]) -> str:
    """What the program has of a cell: none of one that is no Python, unless it is known to have been run."""
    text, has_run = cell_text(source_of(cell)), bool(cell.get("execution_count") or cell.get("outputs"))
    left_out = not has_run and not _OF_PYTHON_2.search(text) and not _is_python(text)
    return "".join(map(_commented, _LINE.findall(text))) if left_out else text


def _is_python(text: str) -> bool:
    """Whether a text can be parsed, or is too much for that."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(text)
    except SyntaxError:
        return False
    except (ValueError, RecursionError, MemoryError):
        return True
    return True


def cell_text(source: str) -> str:
    """The cell with a line end behind every line, and as many lines and columns as before up to what is blanked.

    A magic becomes `pass`, an assigned one `None`; a cell in another language becomes comments.  A cell that is indented
    as a whole is moved to the left, as IPython does it.
    """
    lines = _LINE.findall(source) or [""]
    magic = _CELL_MAGIC.match(lines[0])
    if magic and magic[1] not in _PYTHON_MAGICS:
        return "".join(_ended(_commented(line)) for line in lines)
    written = [line for line in lines if line.strip()]
    if len(written) == 1 and _UNMARKED.fullmatch(written[0].rstrip()) and not _is_python(written[0].strip()):
        lines = ["pass" + line[len(line.rstrip()) :] if line.strip() else line for line in lines]
    indent = _INDENT.match(written[0])[0] if written else ""  # type: ignore[index]
    return "".join(_ended(_python(line.removeprefix(indent))) for line in lines)


_INDENT = re.compile(r"[ \t]*")


def _commented(line: str) -> str:
    return "#" + line[1:] if line.strip() else line


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
