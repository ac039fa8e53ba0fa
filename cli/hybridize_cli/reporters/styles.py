"""Styled terminal text: spans with style names, turned into plain text or terminal colours at the end."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rich.color import ColorSystem
from rich.style import Style


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of one line; `style` is a rich style definition such as `bold red`, empty for none.

    link: the address that it leads to where there are colours.
    """

    text: str
    style: str = ""
    link: str | None = None


Line = tuple[Span, ...]


def to_text(lines: Iterable[Line], *, colour: bool) -> str:
    """The lines as text, each ending in a newline."""
    show = _coloured if colour else _plain
    return "".join(show(line).rstrip() + "\n" for line in lines)


def _plain(line: Line) -> str:
    return "".join(span.text for span in line)


def _coloured(line: Line) -> str:
    return "".join(_linked(span, Style.parse(span.style)) for span in line)


def _linked(span: Span, style: Style) -> str:
    text = style.render(span.text, color_system=ColorSystem.STANDARD)
    # rich would number the link by chance, and the same report would never look the same.
    return text if span.link is None else f"\x1b]8;;{span.link}\x1b\\{text}\x1b]8;;\x1b\\"
