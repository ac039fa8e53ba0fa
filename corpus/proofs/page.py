"""The results as a page in Markdown, and the speed-ups as a drawing."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

VERDICTS = ("proved", "refuted", "not exercised")
_UNCALLED = "the command never calls it"
CALLS = 10  # a step function is one that the program calls at least as often


def page(proofs: Mapping[str, Any], speed: Mapping[str, Any], settings: str) -> str:
    """Everything; `proofs` and `speed` by subject, None where there is no result."""
    rows = [_row(name, proof) for name, proof in proofs.items()]
    lines = [
        "# Edits, proved by running programs",
        "",
        f"Written by `python -m corpus.proofs --write` with {settings}.",
        "",
        "`hybridize verify --unsafe --seed 1` on the bundled models (their main programs) and on test modules of public",
        "projects (corpus/proofs/subjects.py says which). *Safe* are the edits that `fix` makes unasked; the others rest on",
        "an assumption that the report names, and are refuted where it does not hold. *Proved* counts for these runs only.",
        "",
        f"| subject | {' | '.join((*_heads('safe'), *_heads('unsafe')))} | runs |",
        "|---" * 10 + "|",
        *(f"| {name} | {' | '.join(map(str, cells))} |" for name, cells in rows),
        f"| **all** | {' | '.join(f'**{n}**' for n in _sums(cells for _, cells in rows))} |",
        "",
        *_missing(proofs, "verified"),
        "## Refuted",
        "",
        *(_listed(proofs, "refuted") or ["None."]),
        "",
        "## Not exercised",
        "",
        *((*_uncalled(proofs), *_listed(proofs, "not exercised")) or ["None."]),
        "",
    ]
    return "\n".join([*lines, *_speed(speed)])


def _missing(results: Mapping[str, Any], done: str) -> list[str]:
    """A paragraph that names the subjects without a result."""
    names = [name for name, found in results.items() if found is None]
    return [f"Not {done}: {', '.join(names)}.", ""] if names else []


def _heads(kind: str) -> tuple[str, ...]:
    return (f"{kind} edits", *VERDICTS)


def _row(name: str, proof: Any) -> tuple[str, list[Any]]:
    if proof is None:
        return name, ["–"] * 9
    cells: list[Any] = []
    for safe in (True, False):
        found = Counter(f["verdict"] for f in proof["functions"] if f["safe"] is safe)
        cells += [sum(found.values()), *(found[verdict] for verdict in VERDICTS)]
    return name, [*cells, proof["runs"]]


def _sums(rows: Iterable[list[Any]]) -> list[int]:
    columns = zip(*[cells for cells in rows if "–" not in cells], strict=True)
    return [sum(column) for column in columns]


def _listed(proofs: Mapping[str, Any], verdict: str) -> list[str]:
    return [
        f"- {name}: `{f['path']}:{f['line']}` `{f['qualname']}` ({'safe' if f['safe'] else 'unsafe'}): {f['reason']}"
        for name, proof in proofs.items()
        for f in (proof or {"functions": ()})["functions"]
        if f["verdict"] == verdict and f["reason"] != _UNCALLED
    ]


def _uncalled(proofs: Mapping[str, Any]) -> list[str]:
    """How many edits are of functions that the command of a subject never calls; these are not listed one by one."""
    found = {
        name: sum(f["reason"] == _UNCALLED for f in proof["functions"])
        for name, proof in proofs.items()
        if proof
    }
    return [f"- {name}: {number} that the command never calls" for name, number in found.items() if number]


def steps(speed: Mapping[str, Any]) -> list[tuple[str, str, float]]:
    """(model, function, speed-up) of the step functions."""
    return [
        (name, f["qualname"], f["speed_up"])
        for name, found in speed.items()
        for f in (found or {"functions": ()})["functions"]
        if f["speed_up"] is not None and f["edited"]["calls"] >= CALLS
    ]


def _speed(speed: Mapping[str, Any]) -> Sequence[str]:
    found = steps(speed)
    if not found:
        return []
    mean = sum(value for _, _, value in found) / len(found)
    geometric = math.exp(sum(math.log(value) for _, _, value in found) / len(found))
    return [
        "## Speed",
        "",
        f"`hybridize measure` on the bundled models: the {len(found)} converted functions that are called at least",
        f"{CALLS} times as functions of their own. Each speed-up is the median time of an eager call over that of a call",
        "of the graph, calls that trace left out. Their arithmetic mean is "
        f"**{mean:.2f}x** (geometric mean {geometric:.2f}x).",
        "",
        *_missing(speed, "measured"),
        "![Speed-up of the step functions](verify-speedups.svg)",
        "",
        "| model | function | eager | graph | speed-up | traces | tracing | pays from call |",
        "|---|---|---|---|---|---|---|---|",
        *_speed_rows(speed),
        "",
    ]


def _speed_rows(speed: Mapping[str, Any]) -> list[str]:
    chosen = {(name, function) for name, function, _ in steps(speed)}
    return [
        f"| {name} | `{f['qualname']}` | {1e3 * f['original']['each']:.2f} ms | {1e3 * f['edited']['each']:.2f} ms "
        f"| {f['speed_up']:.1f}x | {f['edited']['traces']} | {f['edited']['tracing']:.2f} s | {f['break_even'] or 'never'} |"
        for name, found in speed.items()
        for f in (found or {"functions": ()})["functions"]
        if (name, f["qualname"]) in chosen
    ]


def plot(speed: Mapping[str, Any]) -> str:
    """A bar per step function, quickest on top, as SVG."""
    rows = sorted(steps(speed), key=lambda row: row[2], reverse=True)
    mean = sum(row[2] for row in rows) / len(rows)
    labels, width, bar = 260, 420, 18
    scale = width / max(row[2] for row in rows)
    height = len(rows) * (bar + 4) + 30
    shapes = [
        f'<text x="{labels - 6}" y="{n * (bar + 4) + 14}" text-anchor="end">{model}: {name.rpartition(".")[2]}</text>'
        f'<rect x="{labels}" y="{n * (bar + 4)}" width="{value * scale:.1f}" height="{bar}" fill="#2a6f97"/>'
        f'<text x="{labels + value * scale + 5:.1f}" y="{n * (bar + 4) + 14}">{value:.1f}x</text>'
        for n, (model, name, value) in enumerate(rows)
    ]
    for value, text, colour in ((1.0, "1x", "#888"), (mean, f"mean {mean:.2f}x", "#c2571a")):
        x = labels + value * scale
        shapes.append(
            f'<line x1="{x:.1f}" x2="{x:.1f}" y1="0" y2="{height - 22}" stroke="{colour}" stroke-dasharray="4"/>'
        )
        shapes.append(f'<text x="{x:.1f}" y="{height - 8}" text-anchor="middle">{text}</text>')
    style = (
        "<style>text{font:12px sans-serif;fill:#333}</style><rect width='100%' height='100%' fill='#fff'/>"
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {labels + width + 70} {height}">{style}'
        f"{''.join(shapes)}</svg>\n"
    )
