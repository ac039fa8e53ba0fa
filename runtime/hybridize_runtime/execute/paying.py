"""Whether compiling for a plan has paid: estimates of seconds, from numbers of operations, so that they are always the same.

The rule is that of renting skis: nothing is compiled before as much time was spent without it as compiling takes.  As far as
the estimates hold, a program takes no more than about twice as long as with the better choice.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from hybridize_runtime.compile.partition import Program
from hybridize_runtime.compile.uses import SAME_SHAPE
from hybridize_runtime.graph.plan import Plan

# Rough guesses, not measurements: XLA's time for a cell and a size of tiles, and the time of a group and of products in the
# executor `loop`.  Only how they compare decides anything, and only when.
COMPILING, GROUP, PRODUCTS_PER_SECOND = 1.2, 2e-4, 2e10


def compile_seconds(programs: Sequence[Program], sizes: int) -> float:
    """What compiling a network for so many sizes of tiles takes, without gradients."""
    bodies = sum(not program.source for program in programs)
    return COMPILING * max(bodies, 1) * sizes


def loop_seconds(plan: Plan, programs: Sequence[Program]) -> float:
    """What a plan takes in the executor `loop`, without gradients."""
    products = sum(
        len(members)
        * sum(2 * prod(use.weight.shape) for use in program.uses if use.op.type not in SAME_SHAPE)
        for members, program in zip(plan.members, programs, strict=True)
    )
    return GROUP * len(plan.steps) + float(products) / PRODUCTS_PER_SECOND
