"""Which recorded calls are executed together: first what leads to a recursion, then it, then what follows from it.

Cells that do not depend on themselves, directly or through others, need one execution for all their calls.  Those that do
(the strongly connected components of the graph of cells) are the business of a plan.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from hybridize_runtime.graph.graphs import Ints
from hybridize_runtime.record.call_arrays import CallArrays


class Stage(NamedTuple):
    """Calls that only depend on stages before.  `recursive`: and on each other."""

    calls: Ints
    recursive: bool


def stages_of(recorded: CallArrays, calls: Ints) -> list[Stage]:
    """Calls, in the order in which they were made, as stages in the order of execution."""
    codes, count = recorded.codes, len(recorded.signatures)
    here = recorded.mask(calls)
    inside = here[recorded.parents] & here[recorded.children]
    pairs = np.unique(codes[recorded.parents[inside]] * count + codes[recorded.children[inside]])
    below: dict[int, set[int]] = {code: set() for code in np.unique(codes[calls]).tolist()}
    for pair in pairs.tolist():
        below[pair // count].add(pair % count)
    stages = []
    for component in _components(below):
        mine = calls[np.isin(codes[calls], component)]
        stages.append(Stage(mine, len(component) > 1 or component[0] in below[component[0]]))
    return stages


def _components(below: dict[int, set[int]]) -> Iterator[list[int]]:
    """Strongly connected components, those that others depend on first (Tarjan, 1972); few nodes, so by recursion."""
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    found: list[list[int]] = []

    def visit(node: int) -> None:
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in sorted(below[node]):
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            at = stack.index(node)
            found.append(stack[at:])
            del stack[at:]

    for node in below:
        if node not in index:
            visit(node)
    yield from found
