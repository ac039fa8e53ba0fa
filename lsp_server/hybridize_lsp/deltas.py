"""Answers as what has changed since the one before: most of a long file is as it was after an edit.

What was sent before is named by its number, so that neither process makes it anew, and the server goes on with the very
objects that it has: what it has made of them still holds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from hybridize_lsp.facts import FileFacts
from hybridize_lsp.jobs import Answer

_LONG = ("functions", "findings", "outlines")


@dataclass(frozen=True, slots=True)
class Change:
    """Facts about a file whose long parts are `parts`: things, or the numbers that they had before."""

    facts: FileFacts
    parts: tuple[tuple[object, ...], ...]


@dataclass(frozen=True, slots=True)
class Changes:
    """An answer whose files are told by what has changed in them."""

    answer: Answer
    files: Mapping[str, Change]


@dataclass(slots=True)
class Passed:
    """What one end of a pipe knows of the last answer that had files.  Both ends have to see every answer."""

    files: Mapping[str, FileFacts] = field(default_factory=dict)

    def changes(self, answer: Answer) -> Changes:
        """An answer as it is sent."""
        files = {path: _change(facts, self.files.get(path)) for path, facts in answer.files.items()}
        self._keep(answer.files)
        return Changes(replace(answer, files={}), files)

    def answer(self, changes: Changes) -> Answer:
        """An answer as it was before it was sent."""
        files = {path: _whole(change, self.files.get(path)) for path, change in changes.files.items()}
        self._keep(files)
        return replace(changes.answer, files=files)

    def _keep(self, files: Mapping[str, FileFacts]) -> None:
        if files:
            self.files = files


def _change(facts: FileFacts, before: FileFacts | None) -> Change:
    parts = tuple(_numbered(getattr(facts, part), getattr(before, part, ())) for part in _LONG)
    return Change(_with_parts(facts, [()] * len(_LONG)), parts)


def _numbered(now: Sequence[object], before: Sequence[object]) -> tuple[object, ...]:
    """Things of before as their numbers: those that are the same object, and equal ones in the same place."""
    numbers = {id(thing): number for number, thing in enumerate(before)}
    found = []
    for place, thing in enumerate(now):
        number = numbers.get(id(thing))
        if number is None and place < len(before) and thing == before[place]:
            number = place
        found.append(thing if number is None else number)
    return tuple(found)


def _whole(change: Change, before: FileFacts | None) -> FileFacts:
    known = [getattr(before, part, ()) for part in _LONG]
    parts = [
        tuple([old[thing] if isinstance(thing, int) else thing for thing in part])
        for part, old in zip(change.parts, known, strict=True)
    ]
    return _with_parts(change.facts, parts)


def _with_parts(facts: FileFacts, parts: Sequence[tuple[Any, ...]]) -> FileFacts:
    changed: dict[str, Any] = dict(zip(_LONG, parts, strict=True))
    return replace(facts, **changed)
