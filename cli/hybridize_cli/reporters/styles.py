"""Styled terminal text: spans with style names, turned into plain text or terminal colours at the end."""

from __future__ import annotations

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
