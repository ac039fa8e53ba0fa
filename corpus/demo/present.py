"""The comparison as a table, a JSON file and a plot."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from rich import box
from rich.table import Table

from corpus.demo.compare import Comparison


def table(comparisons: Sequence[Comparison]) -> Table:
    """One row per model; a dash where the edit left the program as it was."""
    caption = "whole run: start, tracing and all steps; outputs: largest relative difference"
    drawn = Table(title="Eager against graph", caption=caption, box=box.SIMPLE_HEAD, collapse_padding=True)
    drawn.add_column("model", no_wrap=True)
    for title in (
        "edits",
        "eager\nms/step",
        "graph\nms/step",
        "speed-up",
        "whole run\nseconds",
        "outputs\nequal",
    ):
        drawn.add_column(title, justify="right", no_wrap=True)
    for comparison in comparisons:
        drawn.add_row(*_cells(comparison))
    return drawn


def _cells(comparison: Comparison) -> list[str]:
    eager, graph = comparison.eager_seconds, comparison.graph_seconds
    whole = "–" if eager is None or graph is None else f"{eager:.1f} → {graph:.1f}"
    speed_up = "–" if comparison.speed_up is None else f"[bold]{comparison.speed_up:.1f}x[/bold]"
    return [
        comparison.model,
        str(len(comparison.functions)),
        _milliseconds(comparison.eager_ms),
        _milliseconds(comparison.graph_ms),
        speed_up,
        whole,
        _agreement(comparison),
    ]


def _milliseconds(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def _agreement(comparison: Comparison) -> str:
    if comparison.difference is None:
        return "[red]failed[/red]"
    word = "yes" if comparison.equal else "[red]NO[/red]"
    return f"{word} {comparison.difference:.0e}" if comparison.difference else word


def outcome(comparison: Comparison) -> str:
    """One line about one model, printed as soon as it is done."""
    if comparison.error is not None:
        return f"{comparison.model}: [red]failed[/red]"
    if comparison.speed_up is None:
        return f"{comparison.model}: left as it is, outputs equal: {_agreement(comparison)}"
    times = f"{comparison.eager_ms:.2f} → {comparison.graph_ms:.2f} ms/step"
    return f"{comparison.model}: {times}, {comparison.speed_up:.1f}x, outputs equal: {_agreement(comparison)}"


def write_json(comparisons: Sequence[Comparison], target: Path) -> None:
    """Writes every figure of the table, and more digits."""
    rows = [{**asdict(c), "speed_up": c.speed_up, "equal": c.equal} for c in comparisons]
    target.write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")


def write_plot(comparisons: Sequence[Comparison], target: Path) -> None:
    """Draws a bar per measured model, fastest on top."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    measured = sorted((c.speed_up, c.model) for c in comparisons if c.speed_up is not None)
    figure, axes = pyplot.subplots(figsize=(8, 1.2 + 0.34 * len(measured)), layout="constrained")
    bars = axes.barh([name for _, name in measured], [value for value, _ in measured], color="#2a6f97")
    axes.bar_label(bars, fmt="%.1fx", padding=4)
    axes.axvline(1.0, color="#555555", linewidth=1, linestyle="--")
    axes.margins(x=0.12)
    axes.set_xlabel("eager time per step / graph time per step (1 = no gain)")
    axes.set_title("Speed-up of the bundled models after `hybridize fix`")
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(target, dpi=150)
    pyplot.close(figure)
