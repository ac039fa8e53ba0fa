"""The call graph as a picture: columns by how far a function is from those that nobody calls."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Mapping, Sequence
from typing import Any

from hybridize_analyzer.report import FunctionReport

from hybridize_cli.report.edges import Edge

MOST = 1500
"""Functions in the picture; more than that nobody can look at, and the tables have them all."""
_PASSES = 4


def placed(functions: Sequence[FunctionReport], edges: Sequence[Edge]) -> dict[str, Any]:
    """Where each function stands.

    Returns:
        `nodes`: function, column and row of each; `edges`: pairs of functions; `left_out`: how many are not drawn.
    """
    relevant = [i for i, function in enumerate(functions) if _computes(function)]
    shown = set(sorted(relevant, key=lambda i: (_weight(functions[i]), i))[:MOST])
    drawn = [(a, b) for a, b in edges if a in shown and b in shown]
    columns = _columns(shown, drawn)
    rows = _rows(shown, drawn, columns, functions)
    return {
        "nodes": [[i, columns[i], rows[i]] for i in sorted(shown)],
        "edges": [list(edge) for edge in drawn],
        "left_out": len(relevant) - len(shown),
    }


def _computes(function: FunctionReport) -> bool:
    return function.hybrid or bool(function.tensor_computation) or function.verdict == "convert"


def _weight(function: FunctionReport) -> tuple[bool, int]:
    """Less for what is drawn first: graphs and what can be one, then what computes most."""
    return not (function.hybrid or function.verdict == "convert"), -function.ops


def _columns(nodes: set[int], edges: Sequence[Edge]) -> dict[int, int]:
    """The least number of calls from a function that no drawn one calls; circles begin at their first function."""
    callees: dict[int, list[int]] = defaultdict(list)
    called = {callee for _, callee in edges}
    for caller, callee in edges:
        callees[caller].append(callee)
    columns: dict[int, int] = {}
    for start in [*sorted(nodes - called), *sorted(nodes & called)]:
        if start in columns:
            continue
        columns[start] = 0
        waiting = deque([start])
        while waiting:
            at = waiting.popleft()
            for callee in callees[at]:
                if callee not in columns:
                    columns[callee] = columns[at] + 1
                    waiting.append(callee)
    return columns


def _rows(
    nodes: set[int], edges: Sequence[Edge], columns: Mapping[int, int], functions: Sequence[FunctionReport]
) -> dict[int, int]:
    """Rows of each column: files together at first, then near those that a function calls or is called by."""
    near: dict[int, list[int]] = defaultdict(list)
    for caller, callee in edges:
        near[caller].append(callee)
        near[callee].append(caller)
    layers: dict[int, list[int]] = defaultdict(list)
    for i in sorted(nodes, key=lambda i: (functions[i].path, functions[i].line)):
        layers[columns[i]].append(i)
    rows = {i: row for layer in layers.values() for row, i in enumerate(layer)}
    for _ in range(_PASSES):
        for _, layer in sorted(layers.items()):
            wish = {i: sum(rows[n] for n in near[i]) / len(near[i]) if near[i] else rows[i] for i in layer}
            layer.sort(key=lambda i: (wish[i], rows[i]))
            rows.update({i: row for row, i in enumerate(layer)})
    return rows
