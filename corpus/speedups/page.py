"""The page about speed-ups, and its drawing, from the results of `hybridize speedup`."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

Results = Mapping[str, Any]


def gained(results: Results) -> list[tuple[str, float, float, float]]:
    """Name, seconds of a whole run before and after, and how many times faster the edited functions are in all their calls.

    Only programs in which an edit is kept.
    """
    rows = []
    for name, found in results.items():
        if found and found["kept"]:
            timed = [edit for edit in found["kept"] if edit["original"] and edit["edited"]]
            before = sum(edit["original"]["total"] for edit in timed)
            after = sum(edit["edited"]["total"] for edit in timed)
            rows.append((name, found["before"], found["after"], before / after if after else 1.0))
    return rows


def mean(factors: list[float]) -> float:
    """The geometric mean; 1 of none."""
    return math.exp(sum(map(math.log, factors)) / len(factors)) if factors else 1.0


def page(results: Results, settings: str) -> str:
    """docs/measured/speedups.md."""
    done = {name: found for name, found in results.items() if found}
    rows = gained(done)
    whole = mean([before / after for _, before, after, _ in rows])
    parts = mean([factor for *_, factor in rows])
    slower = [name for name, before, after, _ in rows if after > before]
    kept = sum(len(found["kept"]) for found in done.values())
    rejected = sum(len(found["rejected"]) for found in done.values())
    missing = ", ".join(name for name, found in results.items() if not found)
    lines = [
        "# Speed-ups",
        "",
        "Written by `python -m corpus.speedups --write`: `hybridize speedup` on each program, with nothing chosen by hand.",
        f"{settings}.",
        "",
        f"{len(done)} programs; in {len(rows)} of them edits are kept, {kept} in all, and {rejected} were tried and "
        f"turned down. Where edits are kept, the geometric mean is {parts:.2f}x over the edited functions (all their calls, "
        f"tracing included) and {whole:.2f}x over whole runs, in which TensorFlow takes several seconds to start. "
        f"Slower as a whole: {', '.join(slower) if slower else 'none'}."
        + (f" Not run, or without a result: {missing}." if missing else ""),
        "",
        "![Speed-up of the edited functions of each program](speedups.svg)",
        "",
        "| program | whole run | | edited functions | kept | turned down |",
        "|---|---|---|---|---|---|",
    ]
    factors = {name: factor for name, _, _, factor in rows}
    for name, found in sorted(done.items(), key=lambda each: -factors.get(each[0], 0.0)):
        if found["kept"]:
            run = (
                f"{found['before']:.1f} s → {found['after']:.1f} s | {found['before'] / found['after']:.2f}x"
            )
            functions = f"{factors[name]:.2f}x"
        else:
            run, functions = "– | –", "–"
        told = ", ".join(f"`{edit['qualname']}`" for edit in found["kept"]) or "nothing"
        lines.append(f"| {name} | {run} | {functions} | {told} | {len(found['rejected']) or ''} |")
    if rejected:
        lines += ["", "## Turned down", ""]
        lines += [
            f"- {name}, `{edit['qualname']}` ({edit['edit']}): {edit['reason']}"
            for name, found in done.items()
            for edit in found["rejected"]
        ]
    return "\n".join(lines) + "\n"


def plot(results: Results) -> str:
    """A bar per program, quickest on top, as SVG."""
    rows = sorted(((name, factor) for name, _, _, factor in gained(results)), key=lambda row: -row[1])
    labels, width, bar = 190, 460, 18
    scale = width / max((factor for _, factor in rows), default=1.0)
    height = len(rows) * (bar + 4) + 30
    shapes = [
        f'<text x="{labels - 6}" y="{n * (bar + 4) + 14}" text-anchor="end">{name}</text>'
        f'<rect x="{labels}" y="{n * (bar + 4)}" width="{factor * scale:.1f}" height="{bar}" fill="#2a6f97"/>'
        f'<text x="{labels + factor * scale + 5:.1f}" y="{n * (bar + 4) + 14}">{factor:.1f}x</text>'
        for n, (name, factor) in enumerate(rows)
    ]
    middle = mean([factor for _, factor in rows])
    for value, text, colour in ((1.0, "1x", "#888"), (middle, f"mean {middle:.2f}x", "#c2571a")):
        x = labels + value * scale
        shapes.append(
            f'<line x1="{x:.1f}" x2="{x:.1f}" y1="0" y2="{height - 22}" stroke="{colour}" stroke-dasharray="4"/>'
            f'<text x="{x:.1f}" y="{height - 8}" text-anchor="middle">{text}</text>'
        )
    style = (
        "<style>text{font:12px sans-serif;fill:#333}</style><rect width='100%' height='100%' fill='#fff'/>"
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {labels + width + 70} {height}">{style}'
        f"{''.join(shapes)}</svg>\n"
    )
