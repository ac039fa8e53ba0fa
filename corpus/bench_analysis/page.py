"""The page that shows the figures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

_HEAD = """# What an analysis costs

`make bench-analysis` measures it (it downloads the projects and the other checkers). CPU seconds of whole processes,
start included, one core; `x` is the ratio to `ast.parse` over the same files in the same run. Cold: no cache.
Warm: nothing has changed. Edit: a session (`hybridize_analyzer.session`) has the text of one function body changed, drawn at
random, a hundred times; CPU time until the new report, of which the table gives the median and the 95th percentile.
Absolute times depend on the machine; compare ratios.
"""


def page(projects: Sequence[dict[str, Any]], hostile: Sequence[dict[str, Any]]) -> str:
    """The whole page, as Markdown.  hostile: programs that are hard on an analysis, with what they cost."""
    return "\n".join([_HEAD, *_costs(projects), "", *_comparison(projects), *_hostile(hostile)])


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
        "| project | lines | `ast.parse` s | cold s | cold x | s per 1,000 lines | MiB | warm / cold | edit / cold | p95 |",
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for p in projects:
        size, cold = p["size"], p["cold"]["cpu"]
        rows.append(
            f"| {p['project']} | {size['lines']:,} | {size['parse']:.2f} | {cold:.1f} | {cold / size['parse']:.0f} | "
            f"{1000 * cold / size['lines']:.3f} | {p['cold']['memory']:.0f} | {p['warm']['cpu'] / cold:.1%} | "
            f"{_share(p, 'median')} | {_share(p, 'p95')} |"
        )
    return rows


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
