"""Labels for the lines of a file that is being edited: a line that stays keeps its label, wherever it moves.

Everything in the analysis that stands in a line is told by the label, so that text inserted above changes nothing.
Labels of a file as it was first read are its line numbers; lines typed since have numbers between their neighbours'.
"""

from __future__ import annotations

import ast
import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

_GOLDEN = 0.6180339887498949  # its multiples modulo 1 do not repeat: neither do labels
_NARROWEST = 1e-7
_NEW_LINE = re.compile("\r\n|\r|\n")  # as Python counts lines


@dataclass(frozen=True, slots=True)
class Lines:
    """texts: the lines of a file.  labels: their labels, ascending.  edits: how often it has been edited."""

    texts: tuple[str, ...]
    labels: tuple[float, ...]
    edits: int = 0

    @property
    def are_numbers(self) -> bool:
        """Whether every label is the number of its line."""
        return self.edits == 0

    def part(self, start: int, end: int) -> Lines:
        """Some of the lines, from index `start` to before `end`."""
        return Lines(self.texts[start:end], self.labels[start:end], self.edits)

    def numbers(self) -> dict[float, int]:
        """The numbers of the lines that there are, by their labels."""
        return dict(zip(self.labels, range(1, len(self.labels) + 1), strict=True))

    def number(self, label: float) -> int:
        """The number of the line that has a label; of the line before for one that is gone."""
        found = bisect_left(self.labels, label)
        return found + 1 if found < len(self.labels) and self.labels[found] == label else max(found, 1)


def read_lines(text: str) -> Lines:
    texts = tuple(_NEW_LINE.split(text))
    return Lines(texts, tuple(range(1, len(texts) + 1)))


def follow(old: Lines, text: str) -> Lines | None:
    """The lines of the edited text; None when there is no room left for more labels."""
    new = _NEW_LINE.split(text)
    before = common(old.texts, new)
    after = common(old.texts[before:][::-1], new[before:][::-1])
    count = len(new) - before - after
    low = old.labels[before - 1] if before else 0
    high = old.labels[len(old.labels) - after] if after else low + count + 1
    if (high - low) / (count + 1) < _NARROWEST:
        return None
    shift = (old.edits + 1) * _GOLDEN % 1
    middle = [low + (high - low) * (i + shift) / (count + 1) for i in range(count)]
    labels = (*old.labels[:before], *middle, *old.labels[len(old.labels) - after :])
    return Lines(tuple(new), labels, old.edits + 1)


def common(old: Sequence[Any], new: Sequence[Any]) -> int:
    """How many lines, or labels, are the same at the beginning."""
    return next(
        (i for i, (x, y) in enumerate(zip(old, new, strict=False)) if x != y), min(len(old), len(new))
    )


def label_tree(tree: ast.Module, lines: Lines) -> None:
    """Gives every node the labels of its lines in place of their numbers."""
    labels: Any = lines.labels
    for node in ast.walk(tree):
        if isinstance(
            node, (ast.expr, ast.stmt, ast.arg, ast.keyword, ast.alias, ast.excepthandler, ast.pattern)
        ):
            node.lineno = labels[node.lineno - 1]
            node.end_lineno = labels[(node.end_lineno or 1) - 1]
