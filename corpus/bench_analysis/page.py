"""The page that shows the figures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from statistics import median
from typing import Any

from corpus.bench_analysis.comparison import beside, checkers
from corpus.bench_analysis.repositories import is_finished, per_thousand
from corpus.bench_analysis.rivals import COMPLETE

_HEAD = """# What an analysis costs

`make bench-analysis` measures it (it downloads the projects and the other checkers). CPU seconds of whole processes,
start included, one core; `x` is the ratio to `ast.parse` over the same files in the same run. Cold: no cache.
Warm: nothing has changed. Next: the body of one function has been edited since the last run (another number or operator, a
named result, a statement more or less; drawn at random, twenty runs, the edits stay): the median, and how many runs took
less than half of a cold one, because they could go on from the last analysis. Edit: a session
(`hybridize_analyzer.session`) has the text of one function body changed, drawn at random, a hundred times; CPU time until
the new report, of which the table gives the median and the 95th percentile.
Absolute times depend on the machine; compare ratios.  What is not measured anew keeps its figures: in the first two tables
GPflow is of 28 November 2026, the others are of an earlier analysis, which cost less and followed less.
"""


def page(
    projects: Sequence[dict[str, Any]],
    hostile: Sequence[dict[str, Any]],
    repositories: Sequence[dict[str, Any]],
    start: Mapping[str, Any],
) -> str:
    """The whole page, as Markdown.

    hostile: programs that are hard on an analysis, with what they cost.  repositories: what a cold run over each costs.
    start: what a run over nothing costs.
    """
    parts = [*_costs(projects), "", *_comparison(projects), *_repositories(repositories, start)]
    return "\n".join([_HEAD, *parts, *_hostile(hostile)])


def points(repositories: Sequence[dict[str, Any]], start: Mapping[str, Any]) -> list[tuple[str, int, float]]:
    """What the plot shows: name, lines, CPU seconds per 1,000 lines."""
    finished = filter(is_finished, repositories)
    return [(r["name"], r["size"]["lines"], per_thousand(r, start["cpu"])) for r in finished]


def _repositories(found: Sequence[dict[str, Any]], start: Mapping[str, Any]) -> list[str]:
    if not found:
        return []
    costs = [cost for _, _, cost in points(found, start)]
    middle, unfinished = median(costs), len(found) - len(costs)
    text = (
        "Cold, whole commits with tests and examples, without files that Python 3.11 cannot parse; no checker reads "
        "installed packages, and none a cache. The machine did other work meanwhile, which lengthens CPU seconds: compare "
        "`x`, the ratio to `ast.parse`, which stands in parentheses behind seconds. The start, "
        f"{start['cpu']:.1f} s and {start['memory']:.0f} MiB, is left out of the figures per 1,000 lines. "
        f"Median {middle:.2f} s per 1,000 lines, most "
        f"{max(costs):.2f} ({max(costs) / middle:.1f} times the median); {sum(c <= 1.3 * middle for c in costs)} of "
        f"{len(costs)} take at most 1.3 times the median; {unfinished} were not finished."
        f"{_of_large(found, start)} Next: the body of one function has been edited since the last run; the median "
        "of some runs as a share of a cold run that keeps its analysis, and how many took less than half of it; where "
        "nothing stands it was not measured."
    )
    names = list(COMPLETE)
    rows = [
        "| repository | commit | lines | `ast.parse` s | hybridize s (x) | s per 1,000 lines | MiB | MiB per 1,000 lines "
        + "| next | "
        + "".join(f"{name} s (x) | " for name in names).rstrip(),
        f"|---|---|{'---:|' * (7 + len(names))}",
    ]
    ordered = sorted(found, key=lambda r: -per_thousand(r, start["cpu"]))
    plot = "![seconds per 1,000 lines](analysis-cost.svg)"
    return [
        "## Public repositories",
        "",
        text,
        "",
        *checkers(found, start),
        plot,
        "",
        *rows,
        *(_repository(r, start, names) for r in ordered),
        "",
    ]


_LARGE = 10_000


def _of_large(found: Sequence[dict[str, Any]], start: Mapping[str, Any]) -> str:
    """A sentence about memory, of which small repositories say little."""
    large = [r for r in found if r["size"]["lines"] >= _LARGE]
    if not large:
        return ""
    each = median(_memory(r, start) for r in large)
    return f" Of those with {_LARGE:,} lines or more the median takes {each:.1f} MiB per 1,000 lines."


def _repository(found: Mapping[str, Any], start: Mapping[str, Any], names: Sequence[str]) -> str:
    size, cost = found["size"], found["cost"]
    cells = [
        found["name"],
        found["commit"][:8],
        f"{size['lines']:,}",
        f"{size['parse']:.3f}",
        beside("hybridize", cost, size["parse"]),
        f"{per_thousand(found, start['cpu']):.2f}",
        f"{cost['memory']:.0f}",
        f"{_memory(found, start):.1f}",
        _after_edits(found.get("next")),
        *(beside(name, found["others"].get(name), size["parse"]) for name in names),
    ]
    return f"| {' | '.join(cells)} |"


def _after_edits(found: Mapping[str, Any] | None) -> str:
    if not found or not found["runs"]:
        return ""
    cold, costs = found["cold"]["cpu"], [one["cpu"] for one in found["runs"]]
    return f"{median(costs) / cold:.0%}, {sum(cost < cold / 2 for cost in costs)} of {len(costs)}"


def _memory(found: Mapping[str, Any], start: Mapping[str, Any]) -> float:
    """MiB for every 1,000 lines, the start left out."""
    return 1000 * float(found["cost"]["memory"] - start["memory"]) / max(int(found["size"]["lines"]), 1)


def _hostile(programs: Sequence[dict[str, Any]]) -> list[str]:
    if not programs:
        return []
    rows = ["| program | size | lines | CPU s | MiB |", "|---|---:|---:|---:|---:|"]
    for p in programs:
        name = p["program"].replace("_", " ")
        cost = p["cost"]
        rows.append(f"| {name} | {p['size']} | {p['lines']:,} | {cost['cpu']:.1f} | {cost['memory']:.0f} |")
    text = (
        "`corpus/bench_analysis/hostile.py` writes them. Whole processes again; the start alone is about a second. "
        "`tests/semantics/test_work.py` holds the counted work of the same programs against their size. What all the "
        "public repositories of the recovery measure cost is in [recovery.md](recovery.md)."
    )
    return ["## Programs that are hard on an analysis", "", text, "", *rows, ""]


def _costs(projects: Iterable[dict[str, Any]]) -> list[str]:
    rows = [
        "| project | lines | `ast.parse` s | cold s | cold x | s per 1,000 lines | MiB | warm / cold "
        "| next / cold | s | went on | edit / cold | p95 |",
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for p in projects:
        size, cold = p["size"], p["cold"]["cpu"]
        rows.append(
            f"| {p['project']} | {size['lines']:,} | {size['parse']:.2f} | {cold:.1f} | {cold / size['parse']:.0f} | "
            f"{1000 * cold / size['lines']:.3f} | {p['cold']['memory']:.0f} | {p['warm']['cpu'] / cold:.1%} | "
            f"{_next(p)} | {_share(p, 'median')} | {_share(p, 'p95')} |"
        )
    return rows


def _next(project: dict[str, Any]) -> str:
    """The median of the runs after an edit as a share of a cold one and in seconds, and how many were not cold."""
    found, cold = [cost["cpu"] for cost in project.get("next", ())], project["cold"]["cpu"]
    if not found:
        return "not measured | |"
    quick = sum(cost < cold / 2 for cost in found)
    return f"{median(found) / cold:.1%} | {median(found):.1f} | {quick} of {len(found)}"


def _share(project: dict[str, Any], figure: str) -> str:
    found = project.get("editing")
    return f"{found[figure] / found['first']:.1%}" if found else "not measured"


def _comparison(projects: Iterable[dict[str, Any]]) -> list[str]:
    rows = ["| project | checker | CPU s | x `ast.parse` | MiB |", "|---|---|---:|---:|---:|"]
    compared = [p for p in projects if p["others"]]
    for p in compared:
        for name, cost in {"hybridize": p["cold"], **p["others"]}.items():
            ratio = cost["cpu"] / p["size"]["parse"]
            rows.append(
                f"| {p['project']} | {name} | {cost['cpu']:.1f} | {ratio:.0f} | {cost['memory']:.0f} |"
            )
    return ["## Beside other checkers", "", *rows, ""] if compared else []
