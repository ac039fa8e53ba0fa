"""Places in a text: ours (from 1, code points) and the protocol's (from 0, code units of the client)."""

from __future__ import annotations

from collections.abc import Sequence

from hybridize_analyzer.report import Location
from lsprotocol.types import Position, PositionEncodingKind, Range

Encoding = str
"""What a `character` of the client counts: UTF-8, UTF-16 or UTF-32 code units."""


def units(text: str, encoding: Encoding) -> int:
    """How many code units of the client `text` has."""
    if encoding == PositionEncodingKind.Utf32 or text.isascii():
        return len(text)
    if encoding == PositionEncodingKind.Utf8:
        return len(text.encode("utf-8", "surrogatepass"))
    return len(text) + sum(char > "\uffff" for char in text)


def code_points(line: str, character: int, encoding: Encoding) -> int:
    """How many code points of `line` stand before the client's `character`; never behind the end of the line."""
    content = line.rstrip("\r\n")
    if encoding == PositionEncodingKind.Utf32 or content.isascii():
        return min(character, len(content))
    done = 0
    for index, char in enumerate(content):
        if done >= character:
            return index
        done += units(char, encoding)
    return len(content)


def position(lines: Sequence[str], line: int, column: int, encoding: Encoding) -> Position:
    """The client's position of `line` and `column`, both from 0; a place behind the text is its end."""
    if line >= len(lines):
        return Position(len(lines), 0)
    before = lines[line].rstrip("\r\n")[:column]
    return Position(line, units(before, encoding))


def to_range(location: Location, lines: Sequence[str], encoding: Encoding) -> Range:
    """The client's range of a location in a text."""
    return Range(
        position(lines, location.line - 1, location.column - 1, encoding),
        position(lines, location.end_line - 1, location.end_column - 1, encoding),
    )


def touches(location: Location, first: tuple[int, int], last: tuple[int, int]) -> bool:
    """Whether a location and the range from `first` to `last` (line and column, from 1) have a place in common."""
    start = (location.line, location.column)
    end = (location.end_line, location.end_column)
    return start <= last and first <= end
