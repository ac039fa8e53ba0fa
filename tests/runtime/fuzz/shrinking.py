"""Makes a case that fails smaller, as long as it fails."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from .programs import CellSpec, Step, Type
from .running import Case


def shrunk(case: Case, fails: Callable[[Case], bool], most: int = 400) -> Case:
    """The smallest case found that still fails, after at most so many trials."""
    left, found = most, True
    while found and left > 0:
        found = False
        for candidate in smaller(case):
            left -= 1
            if fails(candidate):
                case, found = candidate, True
                break
            if left <= 0:
                break
    return case


def smaller(case: Case) -> Iterator[Case]:
    """Cases that are smaller in one respect, those that are much smaller first."""
    if len(case.graphs) > 1:
        half = len(case.graphs) // 2
        yield replace(case, graphs=case.graphs[:half])
        yield replace(case, graphs=case.graphs[half:])
    for i, graph in enumerate(case.graphs):
        for vertex in range(len(graph.cells) - 1):
            yield replace(case, graphs=(*case.graphs[:i], graph.below(vertex), *case.graphs[i + 1 :]))
        if graph.reads is not None or graph.extra:
            yield replace(
                case, graphs=(*case.graphs[:i], replace(graph, reads=None, extra=0), *case.graphs[i + 1 :])
            )
    if len(case.loss) > 1:
        for name in case.loss:
            yield replace(case, loss=tuple(other for other in case.loss if other != name))
    for cells in _smaller_cells(case):
        yield replace(case, model=replace(case.model, cells=cells))


def _smaller_cells(case: Case) -> Iterator[tuple[CellSpec, ...]]:
    cells = case.model.cells
    used = {name for graph in case.graphs for name in graph.cells}
    if any(cell.name not in used for cell in cells):
        yield tuple(cell for cell in cells if cell.name in used)
    for i, cell in enumerate(cells):
        for other in _smaller_cell(cell):
            yield (*cells[:i], other, *cells[i + 1 :])


def _smaller_cell(cell: CellSpec) -> Iterator[CellSpec]:
    if (live := cell.live()) != cell:
        yield live
    for name in cell.push:
        yield replace(cell, push={other: i for other, i in cell.push.items() if other != name})
    for name, at in cell.scatter.items():
        yield from (replace(cell, scatter={**cell.scatter, name: i}) for i in _alike(cell.steps, at))
    for name, at in cell.push.items():
        yield from (replace(cell, push={**cell.push, name: i}) for i in _alike(cell.steps, at))
    for at, step in enumerate(cell.steps):
        for place, operand in enumerate(step.operands):
            for i in _alike(cell.steps, operand):
                operands = (*step.operands[:place], i, *step.operands[place + 1 :])
                steps = (*cell.steps[:at], replace(step, operands=operands), *cell.steps[at + 1 :])
                yield replace(cell, steps=steps)


def _alike(steps: tuple[Step, ...], at: int) -> Iterator[int]:
    """Earlier steps with a result of the same type."""
    wanted: Type = steps[at].type
    return (i for i in range(at) if steps[i].type == wanted)
