"""A measurement as one HTML file: tables and drawings, nothing to load, light or dark as the reader's system is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from itertools import accumulate

from hybridize_refactorings.proof.measuring import FunctionMeasure, Measurement
from hybridize_refactorings.proof.runs import command_words

from hybridize_cli.measure_text import seconds

_STYLE = """
:root { color-scheme: light dark; --eager: #c2571a; --graph: #1f6fb2; --line: #8886 }
body { font: 15px/1.45 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; width: 100% } th, td { text-align: right; padding: .25rem .5rem }
th:first-child, td:first-child { text-align: left } tr { border-bottom: 1px solid var(--line) }
svg { width: 100%; height: auto } svg text { font: 12px system-ui, sans-serif; fill: currentColor }
.eager { fill: var(--eager) } .graph { fill: var(--graph) }
polyline.eager { fill: none; stroke: var(--eager); stroke-width: 2 }
polyline.graph { fill: none; stroke: var(--graph); stroke-width: 2 }
.axis { stroke: var(--line) } code { font-size: .95em }
"""
_POINTS = 240  # of one curve
_WIDTH, _BAR, _LABELS = 900, 15, 260


def render(measurement: Measurement, command: Sequence[str]) -> str:
    """The page."""
    before, after = measurement.original, measurement.edited
    drawn = [found for found in measurement.functions if found.speed_up is not None]
    parts = [
        "<!doctype html><html lang='en'><head><meta charset='utf-8'><title>Eager against graph</title>",
        f"<style>{_STYLE}</style></head><body><h1>Eager against graph</h1>",
        f"<p><code>{escape(command_words(command))}</code>: {before.seconds:.1f} s before, {after.seconds:.1f} s after the "
        f"edits, with tracing; at most {before.memory >> 20} and {after.memory >> 20} MiB of memory. "
        f"Each version ran {measurement.runs} times; the quickest counts.</p>",
        _table(measurement.functions),
        "<h2>Time of one call</h2>" + _bars(drawn) if drawn else "",
        "<h2>Time of all calls so far</h2>" if drawn else "",
        *map(_course, drawn),
        "</body></html>\n",
    ]
    return "\n".join(part for part in parts if part)


def _table(functions: Sequence[FunctionMeasure]) -> str:
    heads = ("function", "calls", "eager", "graph", "speed-up", "traces", "tracing", "pays from")
    rows = "".join(
        f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in _cells(found))}</tr>" for found in functions
    )
    return f"<table><tr>{''.join(f'<th>{head}</th>' for head in heads)}</tr>{rows}</table>"


def _cells(found: FunctionMeasure) -> tuple[str, ...]:
    original, edited, even = found.original, found.edited, found.break_even
    return (
        f"{found.edit.path}:{found.edit.line} {found.edit.qualname}",
        str(original.calls if original else 0),
        seconds(original.each if original else None),
        seconds(edited.each if edited else None),
        "–" if found.speed_up is None else f"{found.speed_up:.1f}x",
        "–" if edited is None else str(edited.traces),
        seconds(edited.tracing if edited else None),
        "–" if found.speed_up is None else "never" if even is None else f"call {even}",
    )


def _bars(functions: Sequence[FunctionMeasure]) -> str:
    """Two bars per function on a logarithmic axis, because functions differ by orders of magnitude."""
    times = [each for found in functions for each in _pair(found)]
    low, high = 10 ** math.floor(math.log10(min(times))), 10 ** math.ceil(math.log10(max(times) * 1.01))
    span = math.log10(high / low)
    scale = (_WIDTH - _LABELS - 90) / span
    row = 2 * _BAR + 14
    height = len(functions) * row + 24
    shapes = []
    for decade in range(round(span) + 1):
        x = _LABELS + decade * scale
        shapes.append(f"<line class='axis' x1='{x:.1f}' x2='{x:.1f}' y1='0' y2='{height - 20}'/>")
        shapes.append(
            f"<text x='{x:.1f}' y='{height - 6}' text-anchor='middle'>{seconds(low * 10**decade)}</text>"
        )
    for number, found in enumerate(functions):
        y = number * row + 4
        shapes.append(
            f"<text x='{_LABELS - 8}' y='{y + _BAR + 4}' text-anchor='end'>{escape(_name(found))}</text>"
        )
        for offset, (kind, each) in enumerate(zip(("eager", "graph"), _pair(found), strict=True)):
            width = max(1.0, math.log10(each / low) * scale)
            top = y + offset * _BAR
            shapes.append(
                f"<rect class='{kind}' x='{_LABELS}' y='{top}' width='{width:.1f}' height='{_BAR - 2}'/>"
            )
            shapes.append(f"<text x='{_LABELS + width + 5:.1f}' y='{top + 11}'>{kind} {seconds(each)}</text>")
    return f"<svg viewBox='0 0 {_WIDTH} {height}' role='img' aria-label='time of one call'>{''.join(shapes)}</svg>"


def _pair(found: FunctionMeasure) -> tuple[float, float]:
    assert found.original is not None
    assert found.edited is not None
    return found.original.each or 1e-9, found.edited.each or 1e-9


def _name(found: FunctionMeasure) -> str:
    name = found.edit.qualname
    return name if len(name) <= 34 else f"…{name[-33:]}"


def _course(found: FunctionMeasure) -> str:
    """Both versions' time summed over the calls: where the curves cross, tracing has paid."""
    assert found.original is not None
    assert found.edited is not None
    curves = {
        "eager": list(accumulate(found.original.course, initial=0.0)),
        "graph": list(accumulate(found.edited.course, initial=0.0)),
    }
    calls, top = max(map(len, curves.values())), max(curve[-1] for curve in curves.values()) or 1.0
    left, width, height = 70, _WIDTH - 90, 180
    shapes = [
        f"<line class='axis' x1='{left}' x2='{left + width}' y1='{height}' y2='{height}'/>",
        f"<line class='axis' x1='{left}' x2='{left}' y1='10' y2='{height}'/>",
        f"<text x='{left - 6}' y='20' text-anchor='end'>{seconds(top)}</text>",
        f"<text x='{left + width}' y='{height + 16}' text-anchor='end'>call {calls - 1}</text>",
    ]
    for kind, curve in curves.items():
        step = max(1, len(curve) // _POINTS)
        numbers = [*range(0, len(curve), step), len(curve) - 1]
        points = " ".join(
            f"{left + width * n / max(1, calls - 1):.1f},{height - (height - 14) * curve[n] / top:.1f}"
            for n in numbers
        )
        shapes.append(f"<polyline class='{kind}' points='{points}'/>")
    title = f"{escape(found.edit.path)}:{found.edit.line} <code>{escape(found.edit.qualname)}</code>"
    return f"<h3>{title}</h3><svg viewBox='0 0 {_WIDTH} {height + 22}' role='img'>{''.join(shapes)}</svg>"
