"""A loop over examples becomes a scope; what it, and the functions that it calls, compute becomes cells.

## What it does

    losses = []                                        with batching():
    for sample in samples:                                 losses = []
        h = encode(sample)                       →         for sample in samples:
        losses.append(tf.square(h - sample.y))                 h = encode(sample)
                                                               losses.append(_loss_cell(h, sample.y))

Functions that the loop calls and that do nothing but compute become cells. Those that walk through the example (with loops,
recursion, branches on Python values) stay as they are, and what they call or compute becomes cells.

## Fix safety

Cells have no side effects, as far as the analysis sees; the runtime tries it when it traces them. Results differ by
rounding only. Python's own work is done in the same order as before.
"""

from __future__ import annotations

from hybridize_analyzer.report import FunctionReport, Pattern

from hybridize_refactorings.batching.rewrite import Plan, Rewrite
from hybridize_refactorings.batching.scene import Scene
from hybridize_refactorings.batching.scopes import plan_loop


def plan(scene: Scene, function: FunctionReport, pattern: Pattern) -> Plan:
    return plan_loop(scene, function, pattern)


REWRITE = Rewrite("example-loop", "HYB137", __doc__ or "", plan)
