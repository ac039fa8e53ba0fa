"""Which recorded calls are executed together: first what leads to a recursion, then it, then what follows from it.

Cells that do not depend on themselves, directly or through others, need one execution for all their calls.  Those that do
(the strongly connected components of the graph of cells) are the business of a plan.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hybridize_runtime.futures import Link
from hybridize_runtime.recording import Call


class Stage(NamedTuple):
    """Calls that only depend on stages before.  `recursive`: and on each other."""

    calls: list[Call]
    recursive: bool


def stages_of(calls: Sequence[Call]) -> list[Stage]:
    """Calls, in the order in which they were made, as stages in the order of execution."""
    here = {call.number for call in calls}
    below: dict[int, set[int]] = {}
    for call in calls:
        found = below.setdefault(id(call.signature), set())
        for argument in call.arguments:
            if type(argument) is Link and argument.call.number in here:
                found.add(id(argument.call.signature))
    stage_of: dict[int, int] = {}
    recursive: list[bool] = []
    for number, component in enumerate(_components(below)):
        stage_of |= dict.fromkeys(component, number)
        recursive.append(len(component) > 1 or component[0] in below[component[0]])
    parts: list[list[Call]] = [[] for _ in recursive]
    for call in calls:
        parts[stage_of[id(call.signature)]].append(call)
    return [Stage(part, loops) for part, loops in zip(parts, recursive, strict=True)]


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
