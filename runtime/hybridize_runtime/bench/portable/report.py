"""Results as JSON, a table and plots."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from hybridize_runtime.bench.others import installed

Result = Mapping[str, Any]


def write(results: Sequence[Result], folder: Path) -> None:
    """Writes `portable-benchmark.json`, `.md` and, where matplotlib is installed, `.svg`."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "portable-benchmark.json").write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    (folder / "portable-benchmark.md").write_text(table(results), encoding="utf-8")
    if installed("matplotlib") is not None:
        draw(results, folder / "portable-benchmark.svg")


def table(results: Sequence[Result]) -> str:
    """A row for each contestant of each workload."""
    lines = ["| workload | hidden | batch | | ms | over the archive |", "|---|---|---|---|---|---|"]
    for result in results:
        ours = result["ms"]["archive"]
        for name, ms in sorted(result["ms"].items(), key=lambda pair: float(pair[1])):
            where = f"{result['workload']} | {result['hidden']} | {result['batch']}"
            lines.append(f"| {where} | {name} | {ms:.2f} | {ms / ours:.2f} |")
    lines += [
        "",
        "| workload | hidden | batch | compiled after warm-up | modules | warm-up, s | rows computed over real |",
    ]
    lines.append("|---|---|---|---|---|---|---|")
    lines += [
        f"| {r['workload']} | {r['hidden']} | {r['batch']} | {r['compiled_after_warm_up']} | {r['modules']} "
        f"| {r['warm_up_s']} | {r['padding']} |"
        for r in results
    ]
    return "\n".join(lines) + "\n"


def draw(results: Sequence[Result], path: Path) -> None:
    """Speed-up over every rival against batch size (with one size: against hidden size), as SVG."""
    mpl = import_module("matplotlib")
    mpl.use("Agg")
    mpl.rcParams.update({"svg.hashsalt": "hybridize", "font.size": 8})
    pyplot = import_module("matplotlib.pyplot")
    names = list(dict.fromkeys(result["workload"] for result in results))
    axis = "batch" if len({result["batch"] for result in results}) > 1 else "hidden"
    figure, panels = pyplot.subplots(1, len(names), figsize=(4.5 * len(names), 4), squeeze=False)
    for panel, workload in zip(panels[0], names, strict=True):
        mine = [result for result in results if result["workload"] == workload]
        for rival in [name for name in mine[0]["ms"] if name != "archive"]:
            points = [(r[axis], r["ms"][rival] / r["ms"]["archive"]) for r in mine if rival in r["ms"]]
            panel.plot(*zip(*points, strict=True), marker="o", label=rival)
        panel.axhline(1, color="black", linewidth=0.5)
        panel.set(
            title=workload, xlabel=axis, ylabel="times as long as the archive", xscale="log", yscale="log"
        )
        panel.legend()
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)
