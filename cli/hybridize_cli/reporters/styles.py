"""Styled terminal text: spans with style names, turned into plain text or terminal colours at the end."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from rich.color import ColorSystem
from rich.style import Style


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of one line; `style` is a rich style definition such as `bold red`, empty for none."""

    text: str
    style: str = ""


Line = tuple[Span, ...]

_LINE_BREAKS = re.compile(r"\s*[\r\n]+\s*")
_CONTROL_PICTURES = {code: 0x2400 + code for code in range(0x20)} | {0x7F: 0x2421}
# C1 controls drive terminals as escape sequences do, separators break lines, and bidirectional controls show
# code in another order than it runs.
_HIDDEN = dict.fromkeys([*range(0x80, 0xA0), *range(0x2028, 0x202F), *range(0x2066, 0x206A)], 0xFFFD)
_VISIBLE = _CONTROL_PICTURES | _HIDDEN


def printable(text: str) -> str:
    """`text` with every control character replaced by one visible character, tabs included."""
    return text.translate(_VISIBLE)


def sentence(text: str) -> str:
    """`text` on one line, printable."""
    return printable(_LINE_BREAKS.sub(" ", text.strip()))


def to_text(lines: Iterable[Line], *, colour: bool) -> str:
    """The lines as text, each ending in a newline."""
    show = _coloured if colour else _plain
    return "".join(show(line).rstrip() + "\n" for line in lines)


def _plain(line: Line) -> str:
    return "".join(span.text for span in line)


def _coloured(line: Line) -> str:
    return "".join(
        Style.parse(span.style).render(span.text, color_system=ColorSystem.STANDARD) for span in line
    )
