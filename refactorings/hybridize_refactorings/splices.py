"""Replacements of ranges of a text: the only way in which source text changes here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Splice:
    """Replaces `text[start:end]` by `text`; offsets count code points of the text before any splice."""

    start: int
    end: int
    text: str


def apply_splices(text: str, splices: Iterable[Splice]) -> str:
    """Applies splices that do not overlap; of those that start at the same place, in the given order."""
    pieces = []
    done = 0
    for splice in sorted(splices, key=lambda splice: splice.start):
        pieces += [text[done : splice.start], splice.text]
        done = splice.end
    return "".join((*pieces, text[done:]))
