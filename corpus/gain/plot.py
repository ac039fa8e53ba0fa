"""A picture of expected against measured speed-ups, both on a scale of powers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log10

from hybridize_analyzer.verdict import gain

from corpus.gain.timing import Measured

_SIZE, _EDGE = 480, 50
_LOW, _HIGH = 0.1, 200.0
_TICKS = (0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0)


def plot(rows: Sequence[Measured]) -> str:
    """An SVG."""
    parts = [*_frame(), *_points(rows)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_SIZE}" height="{_SIZE}" font-family="sans-serif" '
        f'font-size="11"><rect width="100%" height="100%" fill="white"/>{"".join(parts)}</svg>\n'
    )


def _place(value: float) -> float:
    share = (log10(min(max(value, _LOW), _HIGH)) - log10(_LOW)) / (log10(_HIGH) - log10(_LOW))
    return _EDGE + share * (_SIZE - 2 * _EDGE)


def _frame() -> Iterator[str]:
    start, end = _place(_LOW), _place(_HIGH)
    for tick in _TICKS:
        x, y = _place(tick), _SIZE - _place(tick)
        yield f'<text x="{x:.1f}" y="{_SIZE - _EDGE + 16}" text-anchor="middle">{tick:g}</text>'
        yield f'<text x="{_EDGE - 6}" y="{y + 4:.1f}" text-anchor="end">{tick:g}</text>'
    for border in (gain.MEDIUM, gain.HIGH):
        for a, b in (((border, _LOW), (border, _HIGH)), ((_LOW, border), (_HIGH, border))):
            yield _line(a, b, "#ccc")
    yield _line((_LOW, _LOW), (_HIGH, _HIGH), "#888")
    yield f'<path d="M{start:.1f} {_SIZE - end:.1f}V{_SIZE - start:.1f}H{end:.1f}" fill="none" stroke="black"/>'
    yield f'<text x="{_SIZE / 2}" y="{_SIZE - 12}" text-anchor="middle">expected speed-up</text>'
    yield (
        f'<text x="14" y="{_SIZE / 2}" text-anchor="middle" transform="rotate(-90 14 {_SIZE / 2})">'
        "measured speed-up</text>"
    )
    yield '<text x="60" y="24" fill="#c33">bundled models</text><text x="60" y="40" fill="#36c">generated programs</text>'


def _line(a: tuple[float, float], b: tuple[float, float], colour: str) -> str:
    (x1, y1), (x2, y2) = ((_place(x), _SIZE - _place(y)) for x, y in (a, b))
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}"/>'


def _points(rows: Sequence[Measured]) -> Iterator[str]:
    for row in rows:
        if row.speed_up is not None:
            x, y = _place(row.expected), _SIZE - _place(row.speed_up)
            colour = "#36c" if " " in row.program else "#c33"
            place = f'cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}" fill-opacity="0.6"'
            yield f"<circle {place}><title>{row.program}: {row.qualname}</title></circle>"
