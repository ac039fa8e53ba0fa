"""An explanation: a tree of steps, each with the place that shows it and the steps that it follows from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hybridize_analyzer.report import Location


@dataclass(frozen=True, slots=True)
class Step:
    """One step of an explanation.

    message: what holds, in one sentence or clause.  location: where it can be seen; None for what has no place.
    because: what it follows from, the most telling first; empty where the explanation ends.
    """

    message: str
    location: Location | None = None
    because: tuple[Step, ...] = ()

    def walk(self) -> Iterator[Step]:
        """This step and all below it, in reading order."""
        yield self
        for step in self.because:
            yield from step.walk()

    def lines(self, depth: int) -> Iterator[str]:
        """The explanation as lines of a tree, each step with its place behind it.  depth: levels that are shown."""
        yield from self._lines(depth, "", "")

    def _lines(self, depth: int, lead: str, below: str) -> Iterator[str]:
        where = "" if self.location is None else f"  ({self.location.path}:{self.location.line})"
        yield f"{lead}{self.message}{where}"
        parts = self.because if depth > 1 else ()
        for number, part in enumerate(parts, 1):
            corner, side = ("└─ ", "   ") if number == len(parts) else ("├─ ", "│  ")
            yield from part._lines(depth - 1, below + corner, below + side)
