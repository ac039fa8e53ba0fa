"""What was measured, as a page and as a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log10
from typing import Any

_WIDTH, _LEFT, _ROW, _MOST = 640, 130, 30, 1000.0

_HEAD = """# Dynamic models, batched by the tool

The bundled models whose structure differs from example to example, trained as they are written (plain Python, one example
after the other) and after `hybridize fix --select RULE --unsafe` has put their calls on `hybridize_runtime`. Nothing is
edited by hand. Milliseconds of processor time per training step, one thread; both versions run in turns, medians.
`make batched` measures anew.

| model | step | rule | edits | as written | batched | speed-up | losses differ by |
|---|---|---|---|---|---|---|---|
"""


def page(rows: Sequence[Mapping[str, Any]]) -> str:
    """Markdown."""
    lines = [
        f"| {r['model']} | {r['steps']} | {r['rule']} | {r['edits']} | {r['eager']:.1f} | {r['batched']:.1f} "
        f"| {r['speed_up']:.0f}x | {r['difference']:.0e} |\n"
        for r in rows
    ]
    return f"{_HEAD}{''.join(lines)}\n![Speed-ups](batched.svg)\n"


def picture(rows: Sequence[Mapping[str, Any]]) -> str:
    """An SVG: one bar per model, on a scale of powers."""
    height = _ROW * (len(rows) + 2)
    parts = []
    for tick in (1, 10, 100, 1000):
        x = _place(tick)
        parts.append(f'<path d="M{x:.1f} 8V{height - 28}" stroke="#ddd"/>')
        parts.append(f'<text x="{x:.1f}" y="{height - 12}" text-anchor="middle">{tick}x</text>')
    for number, row in enumerate(rows):
        y, end = 14 + number * _ROW, _place(row["speed_up"])
        parts.append(f'<text x="{_LEFT - 8}" y="{y + 14}" text-anchor="end">{row["model"]}</text>')
        parts.append(f'<rect x="{_LEFT}" y="{y}" width="{end - _LEFT:.1f}" height="20" fill="#2a6f97"/>')
        parts.append(f'<text x="{end + 6:.1f}" y="{y + 14}">{row["speed_up"]:.0f}x</text>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{height}" font-family="sans-serif" '
        f'font-size="12"><rect width="100%" height="100%" fill="white"/>{"".join(parts)}</svg>\n'
    )


def _place(value: float) -> float:
    share = log10(min(max(value, 1.0), _MOST)) / log10(_MOST)
    return _LEFT + share * (_WIDTH - _LEFT - 50)
