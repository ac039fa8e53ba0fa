"""Editing sessions as they are played back: what is typed where, saved and undone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

# Lines as people write them into the body of a function, with the pauses that matter: most prefixes do not parse.
_TYPED = (
    "    scale = 2.0\n",
    "    if scale > 1.0:\n        scale = scale / 3.0\n",
    "    values = [scale, (scale + 1.0) * 4.0]\n",
    "    print('scale', scale)\n",
)


@dataclass(frozen=True, slots=True)
class Step:
    """kind: `type` or `erase` (`text` at the cursor), `save`, or `look` (hover and code actions)."""

    kind: str
    text: str = ""


def recording() -> Iterator[Step]:
    """One round: every line is typed by keystrokes, looked at, saved, and undone; the text ends as it began."""
    for line in _TYPED:
        for char in line:
            yield Step("type", char)
        yield Step("look")
        yield Step("save")
        for char in reversed(line):
            yield Step("erase", char)
        yield Step("look")
