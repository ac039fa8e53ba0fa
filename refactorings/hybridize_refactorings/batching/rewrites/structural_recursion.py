"""The functions that a recursion over a tree calls become cells, and the outermost call a scope.

## What it does

    def encode(tree):                                        def encode(tree):
        if isinstance(tree, Leaf):                               if isinstance(tree, Leaf):
            return leaf(tree.value)                                  return leaf(tree.value)
        return combine(encode(tree.left), …)                     return combine(encode(tree.left), …)
                                                       →     @cell
    def combine(left, right):                                def combine(left, right):
        …                                                        …
    states = [encode(tree) for tree in trees]                with batching():
                                                                 states = [encode(tree) for tree in trees]

What the recursion computes itself, between its calls, is moved into cells of its own; their parameters are the results
of the calls and what is looked up in the tree.

## Fix safety

Cells have no side effects, as far as the analysis sees; the runtime tries it when it traces them. Results differ by
rounding only. Python's own work, prints and counts in the recursion included, is done in the same order as before.
"""

from __future__ import annotations

from hybridize_analyzer.report import FunctionReport, Pattern

from hybridize_refactorings.batching.rewrite import Plan, Rewrite
from hybridize_refactorings.batching.scene import Scene
from hybridize_refactorings.batching.scopes import plan_from


def plan(scene: Scene, function: FunctionReport, _: Pattern) -> Plan:
    return plan_from(scene, function)


REWRITE = Rewrite("structural-recursion", "HYB136", __doc__ or "", plan)
