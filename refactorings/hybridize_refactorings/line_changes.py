"""Which lines an edit replaces, found from the texts before and after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

_ALIKE = 2  # lines that have to be equal for two texts to go on alike
_FARTHEST = 200  # lines: no edit of ours is longer


def replacements(before: Sequence[str], after: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """Lines (from 0) to replace: first, the one behind the last, and the text.

    Edits add, drop or change few lines in one place, so that the texts meet again soon: looking for where they do takes
    time in proportion to the text, and a general comparison of two texts with many equal lines takes its square.
    """
    before, after = tuple(before), tuple(after)  # a part of a list never equals one of a tuple
    line = other = 0
    while line < len(before) or other < len(after):
        if before[line : line + 1] == after[other : other + 1]:
            line, other = line + 1, other + 1
            continue
        dropped, added = _until_equal(before, after, line, other)
        yield line, line + dropped, "".join(after[other : other + added])
        line, other = line + dropped, other + added


def _until_equal(before: Sequence[str], after: Sequence[str], line: int, other: int) -> tuple[int, int]:
    """How many lines differ in each text until both go on alike; all that is left where they are not seen to."""
    for distance in range(1, _FARTHEST):
        for dropped in range(distance + 1):
            behind = before[line + dropped : line + dropped + _ALIKE]
            if behind and behind == after[other + distance - dropped : other + distance - dropped + _ALIKE]:
                return dropped, distance - dropped
    left = min(len(before) - line, len(after) - other)
    same = next((n for n in range(left) if before[-1 - n] != after[-1 - n]), left)
    return len(before) - line - same, len(after) - other - same
