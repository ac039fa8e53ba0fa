"""What a plan batches, what it does not, and why: as text and as a picture."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from hybridize_runtime.graph.graphs import Ints

if TYPE_CHECKING:
    from hybridize_runtime.graph.plan import Plan

COLOURS = ("#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#bbbbbb", "#000000")


def explain(plan: Plan) -> str:
    """A summary, one line per group, and the reasons for groups of one vertex."""
    n, instances = len(plan.forest), len(plan.forest.starts) - 1
    sizes = plan.steps[:, 1]
    lines = [
        f"{n} vertices of {instances} instances in {len(sizes)} groups (policy `{plan.policy}`): "
        f"{n / len(sizes):.1f} vertices per group",
        "group  kind                  vertices  instances  waits for",
        *(_group_line(plan, i) for i in range(len(sizes))),
    ]
    alone = int((sizes == 1).sum())
    if alone:
        lines.append(
            f"{alone} of the groups have one vertex; nothing else was ready that runs the same cell:"
        )
        lines.extend(_why_alone(plan))
    return "\n".join(lines) + "\n"


def _group_line(plan: Plan, i: int) -> str:
    kind, size, start = plan.steps[i, :3].tolist()
    vertices = plan.order[start : start + size]
    instances = len(np.unique(np.searchsorted(plan.forest.starts, vertices, side="right")))
    waits = sorted({int(plan.groups[child]) for child in _children(plan, vertices)})
    text = (
        "inputs only"
        if not waits
        else "groups " + ", ".join(map(str, waits[-6:])) + (" and before" if len(waits) > 6 else "")
    )
    return f"{i:5}  {plan.kinds[kind].text:20}  {size:8}  {instances:9}  {text}"


def _children(plan: Plan, vertices: Ints) -> Ints:
    parts = [
        plan.forest.children[plan.forest.offsets[v] : plan.forest.offsets[v + 1]] for v in vertices.tolist()
    ]
    return np.unique(np.concatenate(parts)) if parts else np.zeros(0, np.int32)


def _why_alone(plan: Plan) -> Iterator[str]:
    """For each group of one: the nearest group of the same kind, and what keeps them apart."""
    for i in np.flatnonzero(plan.steps[:, 1] == 1)[:20].tolist():
        kind, _, start = plan.steps[i, :3].tolist()
        vertex = int(plan.order[start])
        same = [j for j in range(len(plan.steps)) if j != i and plan.steps[j, 0] == kind]
        if not same:
            yield f"  group {i}: the only vertex of kind {plan.kinds[kind].text}"
            continue
        near = min(same, key=lambda j: abs(j - i))
        height = int(plan.forest.heights[vertex])
        yield f"  group {i}: {plan.kinds[kind].text} at height {height}; group {near} of the same kind runs at another time"


def picture(plan: Plan, width: int = 900, height: int = 260) -> str:
    """SVG: groups from left to right, the height of a bar is the number of vertices (logarithmic), colours are kinds."""
    sizes = plan.steps[:, 1]
    step = (width - 60) / max(len(sizes), 1)
    top = np.log2(int(sizes.max(initial=1)) + 1)
    bars = []
    for i, (kind, size) in enumerate(plan.steps[:, :2].tolist()):
        tall = (height - 60) * float(np.log2(size + 1) / top)
        label = f"group {i}: {size} x {plan.kinds[kind].text}"
        bars.append(
            f'<rect x="{40 + i * step:.1f}" y="{height - 40 - tall:.1f}" width="{max(step - 1, 0.5):.1f}" '
            f'height="{tall:.1f}" fill="{COLOURS[kind % len(COLOURS)]}"><title>{label}</title></rect>'
        )
    names = sorted({int(kind) for kind in plan.steps[:, 0]})
    legend = "".join(
        f'<text x="{40 + 150 * i}" y="14" fill="{COLOURS[k % len(COLOURS)]}">{plan.kinds[k].text}</text>'
        for i, k in enumerate(names[:5])
    )
    note = f"{len(sizes)} groups in order; {len(plan.forest)} vertices; bars: log2 of group size"
    axis = f'<text x="40" y="{height - 20}">{note}</text>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" font-size="12">'
        f"{legend}{''.join(bars)}{axis}</svg>\n"
    )
