"""The page that shows the figures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

_HEAD = """# What an analysis costs

`make bench-analysis` measures it (it downloads the projects and the other checkers). CPU seconds of whole processes,
start included, one core; `x` is the ratio to `ast.parse` over the same files in the same run. Cold: no cache.
Warm: nothing has changed. Edited: the body of one function has. Absolute times depend on the machine; compare ratios.
"""


def page(projects: Sequence[dict[str, Any]]) -> str:
    """The whole page, as Markdown."""
    return "\n".join([_HEAD, *_costs(projects), "", *_comparison(projects)])


def _costs(projects: Iterable[dict[str, Any]]) -> list[str]:
    rows = [
        "| project | lines | `ast.parse` s | cold s | cold x | s per 1,000 lines | MiB | warm / cold | edited / cold |",
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for p in projects:
        size, cold = p["size"], p["cold"]["cpu"]
        rows.append(
            f"| {p['project']} | {size['lines']:,} | {size['parse']:.2f} | {cold:.1f} | {cold / size['parse']:.0f} | "
            f"{1000 * cold / size['lines']:.3f} | {p['cold']['memory']:.0f} | {p['warm']['cpu'] / cold:.1%} | "
            f"{p['edited']['cpu'] / cold:.1%} |"
        )
    return rows


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
