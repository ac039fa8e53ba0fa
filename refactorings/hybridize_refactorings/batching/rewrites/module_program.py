"""The modules that an interpreter calls become cells, and the loop over its programs a scope.

## What it does

    class Unary(tf.Module):                            class Unary(tf.Module):
        def __call__(self, memory):              →         @cell(example=True)
            …                                              def __call__(self, memory):
                                                               …
    for program, memory in samples:                    with batching():
        errors.append(self.run(program, memory))           for program, memory in samples:
                                                               errors.append(self.run(program, memory))

What the interpreter, and the functions above it, compute themselves is moved into cells.

## Fix safety

Modules have no side effects, as far as the analysis sees; the runtime tries it when it traces them. Results differ by
rounding only. Python's own work (counting, logging) is done in the same order as before.
"""

from __future__ import annotations

from hybridize_analyzer.report import FunctionReport, Pattern

from hybridize_refactorings.batching.rewrite import Plan, Rewrite
from hybridize_refactorings.batching.scene import Scene
from hybridize_refactorings.batching.scopes import plan_from


def plan(scene: Scene, function: FunctionReport, _: Pattern) -> Plan:
    return plan_from(scene, function)


REWRITE = Rewrite("module-program", "HYB138", __doc__ or "", plan)
