"""Whether tracing or compiling for a plan has paid: estimates of seconds, from numbers of operations.

So they are always the same.  The rule is that of renting skis: nothing is compiled before as much time was spent without
it as compiling takes.  As far as the estimates hold, a program takes no more than about twice as long as with the better
choice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod
from typing import Any

from hybridize_runtime.compile.tracing import Trace
from hybridize_runtime.graph.plan import Plan

# XLA's time for a cell and a size of tiles, and that of a group and of products in the executor `loop`: rough guesses.
# TensorFlow's time for tracing the loop over a kind, and what a group takes longer in `groups` than in `loop`: measured by
# `python -m corpus.bench_runtime.paying`, one thread of a busy machine, hidden 64, 16 examples.  Tracing took 0.14 to 0.26
# seconds for one kind with children and 1.6 for nine; a group of trees and lattices 0.5 to 0.8 milliseconds longer, one of
# sequences, which read what was just computed, 0.13.  Only how they compare decides anything, and only when.
PRODUCTS = frozenset(("MatMul", "BatchMatMulV2"))
COMPILING, TRACING, PRODUCTS_PER_SECOND = 1.2, 0.2, 2e10
GROUP, GROUP_ALONE = 2e-4, 5e-4
# The same of recorded calls, with gradients: a network of their cells, for each cell; and what a group, and a row in it,
# takes longer than in the network, because gradients of gathered rows are as large as what they were gathered from.
# Measured on the dynamic models of `python -m corpus.batched`: 0.3 to 0.8 seconds a cell; 4 milliseconds for a group of 90
# rows, 4 for one of 300, and 12 for one of 550.
RECORDED_TRACING, RECORDED_GROUP, RECORDED_ROW = 0.5, 1e-3, 1.5e-5


def compile_seconds(traces: Sequence[Trace], sizes: int) -> float:
    """What compiling a network for so many sizes of tiles takes, without gradients."""
    return COMPILING * _bodies(traces) * sizes


def tracing_seconds(traces: Sequence[Trace]) -> float:
    """What tracing the executor `loop` takes, without gradients."""
    return TRACING * _bodies(traces)


def loop_seconds(plan: Plan, traces: Sequence[Trace]) -> float:
    """What a plan takes in the executor `loop`, without gradients."""
    return GROUP * len(plan.steps) + _products(plan, traces) / PRODUCTS_PER_SECOND


def group_seconds(plan: Plan) -> float:
    """What a plan takes in the executor `groups` beyond what every executor computes, without gradients."""
    return GROUP_ALONE * len(plan.steps)


def recorded_tracing_seconds(cells: int) -> float:
    """What tracing a network of so many recorded cells takes, with gradients."""
    return RECORDED_TRACING * cells


def recorded_seconds(groups: int, rows: int) -> float:
    """What groups of recorded calls with so many rows together take beyond what a network takes, with gradients."""
    return RECORDED_GROUP * groups + RECORDED_ROW * rows


def _bodies(traces: Sequence[Trace]) -> int:
    return max(sum(trace.kind.slots > 0 for trace in traces), 1)


def _products(plan: Plan, traces: Sequence[Trace]) -> float:
    """Multiplications and additions of weights with rows."""
    return float(
        sum(
            len(members) * sum(2 * prod(w.shape) for w in _matrices(trace))
            for members, trace in zip(plan.members, traces, strict=True)
        )
    )


def _matrices(trace: Trace) -> Iterator[Any]:
    """What rows are multiplied with: the second factors of products, where their sizes are known."""
    for op in trace.graph.get_operations()[: trace.forward]:
        if op.type in PRODUCTS and op.inputs[1].shape.is_fully_defined():
            yield op.inputs[1]
