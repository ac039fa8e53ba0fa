"""The plot of the benchmark: distance to the limit, rivals, and the grid of experts and rows."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

Results = Sequence[dict[str, Any]]


def draw(results: Results, target: Path) -> None:
    """Writes an SVG; needs matplotlib."""
    mpl = import_module("matplotlib")  # as rivals are: nothing that the runtime itself depends on
    mpl.use("Agg")
    mpl.rcParams.update({"svg.hashsalt": "hybridize", "font.size": 8})
    pyplot = import_module("matplotlib.pyplot")
    figure, axes = pyplot.subplots(1, 3, figsize=(13, 4.2), layout="constrained")
    _limits(axes[0], [r for r in results if r["workload"] == "tree-lstm" and r["threads"] == 1])
    _rivals(axes[1], next((r for r in results if "tape_level_loop_over_training" in r), {}))
    _grid(axes[2], [r for r in results if r["workload"] == "moe"])
    for axis in axes:
        axis.spines[["top", "right"]].set_visible(False)
    figure.savefig(target, metadata={"Date": None})
    pyplot.close(figure)


def _limits(axis: Any, runs: Results) -> None:
    for colour, hidden in enumerate(sorted({r["hidden"] for r in runs})):
        some = sorted((r["batch"], r) for r in runs if r["hidden"] == hidden)
        for kind, line in (("training", "-"), ("forward", "--")):
            ratios = [r[f"{kind}_over_gemm"] for _, r in some]
            batches, label = [b for b, _ in some], f"{kind}, hidden {hidden}"
            axis.plot(batches, ratios, line, marker="o", color=f"C{colour}", label=label)
    axis.set(xscale="log", xlabel="trees in a batch", ylabel="time / bare matrix products", ylim=(1, None))
    axis.set_title("Tree-LSTM: over the bare matrix products")
    axis.legend()


def _rivals(axis: Any, run: dict[str, Any]) -> None:
    end = "_over_training"
    found = sorted((value, key.removesuffix(end)) for key, value in run.items() if key.endswith(end))
    bars = axis.barh([name.replace("_", " ") for _, name in found], [v for v, _ in found], color="#2a6f97")
    axis.bar_label(bars, fmt="%.3g", padding=3)
    axis.axvline(1.0, color="#555555", linewidth=1, linestyle="--")
    axis.set(xscale="log", xlabel="training time / ours")
    axis.margins(x=0.2)
    axis.set_title("Tree-LSTM, 256 trees, hidden 256: rivals")


def _grid(axis: Any, runs: Results) -> None:
    for colour, experts in enumerate(sorted({r["experts"] for r in runs})):
        some = sorted((r["batch"], r) for r in runs if r["experts"] == experts)
        for rival, line in (("torch_grouped", "--"), ("tf_per_row", "-")):
            points = [(b, r[f"{rival}_over_forward"]) for b, r in some if f"{rival}_over_forward" in r]
            label = f"{rival.replace('_', ' ')}, experts: {experts}"
            axis.plot(*zip(*points, strict=True), line, marker="o", color=f"C{colour}", label=label)
    axis.axhline(1.0, color="#555555", linewidth=1, linestyle=":")
    axis.set(xscale="log", yscale="log", xlabel="rows", ylabel="forward time / ours")
    axis.set_title("Mixture of experts: rivals")
    axis.legend(fontsize=6)
