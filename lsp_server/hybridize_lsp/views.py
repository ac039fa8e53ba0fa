"""Facts about a text as it is now, and the places in them in the client's terms: all that features look at."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from hybridize_analyzer.report import FunctionReport, Location
from lsprotocol.types import Location as ClientLocation
from lsprotocol.types import Position, Range

from hybridize_lsp.documents import Part, Unit, uri_of
from hybridize_lsp.facts import FileFacts
from hybridize_lsp.lines import split_lines
from hybridize_lsp.positions import Encoding, code_points, position, to_range


@dataclass(frozen=True, slots=True)
class View:
    """One unit.  facts: moved to its present text.  current: whether they are about just this text.

    others: texts of other open files, by absolute path.  closed: the file is not open, its text not known here.
    """

    unit: Unit
    facts: FileFacts
    encoding: Encoding
    current: bool = True
    others: Mapping[str, str] | None = None
    closed: bool = False

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines of the present text."""
        return split_lines(self.unit.text)

    def part_of(self, location: Location) -> Part | None:
        """The document that holds a location of this unit."""
        return self.unit.part_at(location.line)

    def range(self, location: Location) -> Range:
        """Where a location of this unit stands in its document."""
        if self.closed:
            return _elsewhere(self, location)
        part = self.part_of(location)
        return _lifted(to_range(location, self.lines, self.encoding), part.first if part else 0)

    def position(self, line: int, column: int) -> tuple[str, Position] | None:
        """Document and position of a place of this unit, both from 1."""
        part = self.unit.part_at(line)
        if part is None:
            return None
        place = position(self.lines, line - 1, column - 1, self.encoding)
        return part.uri, Position(place.line - part.first, place.character)

    def place(self, location: Location) -> ClientLocation | None:
        """Where a location stands, in this unit or in another file."""
        if location.path == self.facts.relative:
            part = self.part_of(location)
            return ClientLocation(part.uri, self.range(location)) if part else None
        return ClientLocation(uri_of(Path(self.facts.root) / location.path), _elsewhere(self, location))

    def from_client(self, uri: str, place: Position) -> tuple[int, int]:
        """Line and column (from 1) of a position in one of the unit's documents."""
        part = self.unit.part(uri)
        line = place.line + (part.first if part else 0)
        content = self.lines[line] if line < len(self.lines) else ""
        return line + 1, code_points(content, place.character, self.encoding) + 1

    def fixable(self, function: FunctionReport) -> bool:
        """Whether the function has an edit that nobody has turned down."""
        return (function.qualname, function.line) in self.facts.fixable


def closed_view(facts: FileFacts, encoding: Encoding) -> View:
    """What is known of a file that is not open."""
    part = Part(uri_of(facts.path), None, 0, sys.maxsize)
    return View(Unit(facts.path, "", (part,)), facts, encoding, closed=True)


def _elsewhere(view: View, location: Location) -> Range:
    """The range of a location in a file whose text is only known as far as it matters for columns."""
    text = (view.others or {}).get(str(Path(view.facts.root) / location.path))
    if text is not None:
        return to_range(location, split_lines(text), view.encoding)
    return Range(
        _position(view, location.path, location.line, location.column),
        _position(view, location.path, location.end_line, location.end_column),
    )


def _position(view: View, path: str, line: int, column: int) -> Position:
    wide = view.facts.wide.get((path, line))
    character = column - 1 if wide is None else position([wide], 0, column - 1, view.encoding).character
    return Position(line - 1, character)


def _lifted(range_: Range, lines: int) -> Range:
    return Range(
        Position(range_.start.line - lines, range_.start.character),
        Position(range_.end.line - lines, range_.end.character),
    )
