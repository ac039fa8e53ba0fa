"""The checkers side by side, over all repositories."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any

from corpus.bench_analysis.rivals import COMPLETE

_OURS = "hybridize"


def beside(name: str, cost: Mapping[str, Any] | None, parse: float) -> str:
    """The cell of one checker.  cost: None where it did not run.  parse: CPU seconds of `ast.parse` in the same run."""
    if cost is None:
        return ""
    if is_complete(name, cost):
        return f"{cost['cpu']:.1f} ({cost['cpu'] / parse:.0f})"
    return f"{cost['cpu']:.1f}, {'not finished' if cost['code'] < 0 else 'stopped'}"


def is_complete(name: str, cost: Mapping[str, Any]) -> bool:
    """Whether a checker says that it has checked everything."""
    return cost["code"] in COMPLETE.get(name, range(1))


def checkers(repositories: Sequence[Mapping[str, Any]], start: Mapping[str, Any]) -> list[str]:
    """A table with one row for each checker, of the repositories that all of them have checked.

    start: what hybridize takes over one empty file, and under `others` what the others do.
    """
    starts = {_OURS: start, **start.get("others", {})}
    runs = [{_OURS: one["cost"], **one["others"]} for one in repositories]
    common = [
        (one["size"], costs)
        for one, costs in zip(repositories, runs, strict=True)
        if set(starts) <= costs.keys() and all(is_complete(name, costs[name]) for name in starts)
    ]
    if len(starts) == 1 or not common:
        return []
    rows = [
        "| checker | start s | median x | most x | median s per 1,000 lines | median MiB | most MiB | CPU s over all "
        "| stopped | not finished |",
        f"|---|{'---:|' * 9}",
    ]
    for name, begin in starts.items():
        ratios = [costs[name]["cpu"] / size["parse"] for size, costs in common]
        each = [1000 * (costs[name]["cpu"] - begin["cpu"]) / max(size["lines"], 1) for size, costs in common]
        memory = [costs[name]["memory"] for _, costs in common]
        broken = [costs[name] for costs in runs if name in costs and not is_complete(name, costs[name])]
        late = sum(cost["code"] < 0 for cost in broken)
        rows.append(
            f"| {name} | {begin['cpu']:.1f} | {median(ratios):.0f} | {max(ratios):.0f} | {median(each):.2f} | "
            f"{median(memory):.0f} | {max(memory):.0f} | {sum(costs[name]['cpu'] for _, costs in common):.0f} | "
            f"{len(broken) - late} | {late} |"
        )
    text = (
        f"The {len(common)} of {len(repositories)} repositories that all checkers have checked to the end; the last two "
        "columns count over all. Mypy stops where two scripts have the same module name. The start is left out of seconds "
        "per 1,000 lines only."
    )
    return [text, "", *rows, ""]
