"""Results as JSON, a page and plots."""

from __future__ import annotations

import json
import math
import os
import platform
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from corpus.bench_runtime.packages import installed

Result = Mapping[str, Any]
NAMES = {"cpu": "portable-benchmark", "cuda": "portable-benchmark-gpu"}
TITLES = {"cpu": "# Benchmark of portable models", "cuda": "# Benchmark of portable models on a GPU"}
COMMANDS = {"cpu": "make bench-portable", "cuda": "make bench-gpu"}
PACKAGES = ("jaxlib", "onnxruntime", "tensorflow", "torch", "jax")


def write(results: Sequence[Result], folder: Path, minutes: int) -> None:
    """Writes JSON, a page and, where matplotlib is installed, a plot.  `minutes`: how long it took."""
    folder.mkdir(parents=True, exist_ok=True)
    name = NAMES[_device(results)]
    (folder / f"{name}.json").write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    (folder / f"{name}.md").write_text(page(results, minutes), encoding="utf-8")
    if installed("matplotlib") is not None:
        draw([r for r in results if r["threads"] == results[0]["threads"]], folder / f"{name}.svg")


def page(results: Sequence[Result], minutes: int) -> str:
    """The results as a Markdown page."""
    used = ", ".join(f"{name} {version}" for name in PACKAGES if (version := _version(name)))
    device = _device(results)
    where = f"{_processor()}, {os.cpu_count()} cores"
    on = where if device == "cpu" else f"{results[0]['accelerator']}, beside {where}"
    lines = [
        TITLES[device],
        "",
        f"Written by `{COMMANDS[device]}` in {minutes} minutes, on {on}; {used}.",
        "Batches change shape from call to call. Contestants take turns in one process; a number is the geometric mean",
        "over the shapes of the fastest call of each, from NumPy arrays to NumPy arrays. Results of all contestants agree.",
        "",
        f"![Times of others over the time of the archive]({NAMES[device]}.svg)",
        "",
        "The archive's time over that of the best of the others, 1 or less where the archive is faster. *Both* is the",
        "geometric mean over the shapes of both batch sizes, beside the contestant that is the best in it.",
        "",
        *_ratios(results),
        "",
        *_times(results),
        "",
        *_costs(results),
    ]
    return "\n".join(lines) + "\n"


def _device(results: Sequence[Result]) -> str:
    return str(results[0].get("device", "cpu"))


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def _processor() -> str:
    """The name of the processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    return next(
        (line.partition(":")[2].strip() for line in lines if line.startswith("model name")),
        "an unknown processor",
    )


def _ratios(results: Sequence[Result]) -> list[str]:
    lines = [
        "| workload | hidden | cores | batch | shapes | over the best | which is |",
        "|---|---|---|---|---|---|---|",
    ]
    groups: dict[tuple[Any, ...], list[Result]] = {}
    for result in results:
        groups.setdefault((result["workload"], result["hidden"], result["threads"]), []).append(result)
    for (workload, hidden, threads), found in groups.items():
        rows = [(str(r["batch"]), r["shapes"], r["over_best"], r["best_rival"]) for r in found]
        if len(found) > 1:
            rows.append(("both", sum(r["shapes"] for r in found), *_together(found)))
        lines += [
            f"| {workload} | {hidden} | {threads} | " + " | ".join(map(str, row)) + " |" for row in rows
        ]
    return lines


def _together(found: Sequence[Result]) -> tuple[float, str]:
    """Over all batch sizes: the ratio to the contestant with the least geometric mean, and its name."""
    means = {
        name: math.exp(sum(math.log(r["ms"][name]) for r in found) / len(found))
        for name in found[0]["ms"]
        if all(name in r["ms"] for r in found)
    }
    ours = means.pop("archive")
    best = min(means, key=means.__getitem__)
    return round(ours / means[best], 3), best


def _times(results: Sequence[Result]) -> list[str]:
    lines = [
        "| workload | hidden | cores | batch | | ms | over the archive |",
        "|---|---|---|---|---|---|---|",
    ]
    for result in results:
        where = " | ".join(str(result[key]) for key in ("workload", "hidden", "threads", "batch"))
        lines += [
            f"| {where} | {name} | {ms:.2f} | {ms / result['ms']['archive']:.2f} |"
            for name, ms in sorted(result["ms"].items(), key=lambda pair: float(pair[1]))
        ]
    return lines


def _costs(results: Sequence[Result]) -> list[str]:
    keys = {
        "workload": "workload", "hidden": "hidden", "threads": "cores", "batch": "batch",
        "compiled_after_warm_up": "compiled after warm-up", "modules": "modules", "warm_up_s": "warm-up, s",
        "padding": "rows computed over real",
    }  # fmt: skip
    lines = ["| " + " | ".join(keys.values()) + " |", "|" + "---|" * len(keys)]
    return [*lines, *("| " + " | ".join(str(r[key]) for key in keys) + " |" for r in results)]


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
