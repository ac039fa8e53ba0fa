"""A code frame: one source line and, below it, marks under a range."""

from __future__ import annotations

from dataclasses import dataclass

from rich.cells import cell_len

from hybridize_cli.escaping import printable

_TAB = 4


@dataclass(frozen=True, slots=True)
class Frame:
    """What stands before, in and behind the range, ready to print; `marks` fits below `range`."""

    before: str
    range: str
    after: str

    @property
    def indent(self) -> str:
        """Blanks as wide as `before`."""
        return " " * cell_len(self.before)

    @property
    def marks(self) -> str:
        """Dashes as wide as `range`; one where the range is empty."""
        return "-" * max(1, cell_len(self.range))


def frame(text: str, column: int, end_column: int | None, width: int) -> Frame:
    """The frame of `text` (a line without its ending), cut to at most `width` cells around the range.

    Columns count code points from 1; `end_column` is None for a range that goes on in the next line.
    Columns behind the end of the line mark its end.
    """
    start = min(column - 1, len(text))
    end = len(text.rstrip()) if end_column is None else end_column - 1
    end = max(start, min(end, len(text)))
    # Cells are counted only near the range: a generated line may hold megabytes.
    before = _flat(text[max(0, start - width) : start], 0)
    inside = _flat(text[start : min(end, start + width)], cell_len(before))
    after = _flat(text[end : end + width].rstrip(), cell_len(before) + cell_len(inside))
    return _cut(before, inside, after, width)


def _flat(text: str, position: int) -> str:
    """`text` with tabs expanded as if it began at cell `position`, and nothing that moves the cursor."""
    pieces = text.split("\t")
    flat = printable(pieces[0])
    for piece in pieces[1:]:
        flat += " " * (_TAB - (position + cell_len(flat)) % _TAB) + printable(piece)
    return flat


def _cut(before: str, inside: str, after: str, width: int) -> Frame:
    if cell_len(before) + cell_len(inside) + cell_len(after) <= width:
        return Frame(before, inside, after)
    if cell_len(inside) > width - 2:
        inside, after = _head(inside, width - 2), ""
    room = width - cell_len(inside)
    left = min(cell_len(before), max(room // 2, room - cell_len(after)))
    return Frame(_tail(before, left), inside, _head(after, room - left))


def _head(text: str, cells: int) -> str:
    """The first `cells` cells of `text`; where something is left out, the last of them is an ellipsis."""
    if cell_len(text) <= cells:
        return text
    end = min(len(text), max(0, cells - 1))
    while cell_len(text[:end]) > max(0, cells - 1):
        end -= 1
    return text[:end] + "…"[: max(0, cells)]


def _tail(text: str, cells: int) -> str:
    """The last `cells` cells of `text`; where something is left out, the first of them is an ellipsis."""
    if cell_len(text) <= cells:
        return text
    start = max(0, len(text) - max(0, cells - 1))
    while cell_len(text[start:]) > max(0, cells - 1):
        start += 1
    return "…"[: max(0, cells)] + text[start:]
