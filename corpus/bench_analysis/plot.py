"""The plot beside the table: cost per 1,000 lines against the size of a repository."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import ceil, log10
from statistics import median

_WIDTH, _HEIGHT, _LEFT, _TOP = 560, 260, 60, 20


def plot(points: Sequence[tuple[str, int, float]]) -> str:
    """An SVG with one point for each repository.  points: its name, its lines, its CPU seconds per 1,000 lines."""
    most = max((cost for _, _, cost in points), default=1.0) * 1.05
    middle = median(cost for _, _, cost in points) if points else 0.0

    def across(lines: float) -> float:
        return _LEFT + _WIDTH * (log10(max(lines, 100)) - 2) / 4

    def up(cost: float) -> float:
        return _TOP + _HEIGHT * (1 - cost / most)

    marks = "".join(
        f'<circle cx="{across(lines):.1f}" cy="{up(cost):.1f}" r="4" fill="#3b6ea5" fill-opacity="0.7">'
        f"<title>{escape(name)}: {lines:,} lines, {cost:.2f} s per 1,000</title></circle>"
        for name, lines, cost in points
    )
    ticks = "".join(
        f'<text x="{across(10**power):.1f}" y="{_TOP + _HEIGHT + 16}" text-anchor="middle">{10**power:,}</text>'
        for power in range(2, 7)
    )
    step = max(round(most / 5, 1), 0.1)
    ticks += "".join(
        f'<text x="{_LEFT - 6}" y="{up(step * i) + 4:.1f}" text-anchor="end">{step * i:.1f}</text>'
        for i in range(ceil(most / step))
    )
    level = "".join(
        f'<line x1="{_LEFT}" x2="{_LEFT + _WIDTH}" y1="{up(cost):.1f}" y2="{up(cost):.1f}" stroke="{colour}" '
        f'stroke-dasharray="4 3"/><text x="{_LEFT + _WIDTH}" y="{up(cost) - 4:.1f}" text-anchor="end">{name}</text>'
        for name, cost, colour in (("median", middle, "#555"), ("1.3 × median", 1.3 * middle, "#b00"))
        if cost <= most
    )
    frame = f'<rect x="{_LEFT}" y="{_TOP}" width="{_WIDTH}" height="{_HEIGHT}" fill="none" stroke="#999"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_LEFT + _WIDTH + 20}" height="{_TOP + _HEIGHT + 40}" '
        f'font-family="sans-serif" font-size="11"><rect width="100%" height="100%" fill="white"/>{frame}{ticks}{level}'
        f'{marks}<text x="{_LEFT + _WIDTH / 2}" y="{_TOP + _HEIGHT + 34}" text-anchor="middle">lines</text>'
        f'<text x="4" y="12">CPU seconds per 1,000 lines, start left out</text></svg>\n'
    )
